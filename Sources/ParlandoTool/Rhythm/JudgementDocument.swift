import ParlandoCore

/// JSON document with the final verdict (grade and deviation) on each note and stroke, and the results.
struct JudgementDocument: Encodable {
    private enum CodingKeys: String, CodingKey {
        case latency = "latency_ms"
        case verdicts
        case results
    }

    private let latency: Double
    private let verdicts: [VerdictLine]
    private let results: ResultsDocument

    /// - Parameters:
    ///   - schedule: schedule of an exercise of finite length.
    ///   - played: strokes, in any order.
    init(_ schedule: Schedule, _ played: PlayedStrokes) {
        latency = ResultsDocument.milliseconds(played.latency)
        let meter = schedule.exercise.meter
        let countIn = schedule.tempo.seconds(ofTick: meter.ticksPerBar)
        let seconds = schedule.tempo.seconds(ofTick: (schedule.exercise.bars ?? 0) * meter.ticksPerBar)
        var judge = Judge(schedule)
        var final = FinalVerdicts()
        // Strokes keep the numbers of their input order, but are judged in order of time.
        let heard = played.moments.enumerated().sorted { $0.element < $1.element }
        for (_, moment) in heard {
            final.take(judge.advance(to: moment - countIn))
            final.take(judge.hear(strokeAt: moment - countIn))
        }
        final.take(judge.advance(to: seconds + countIn))
        verdicts = final.all
            .map { verdict in
                VerdictLine(
                    verdict, stroke: verdict.stroke.map { heard[$0].offset },
                    expected: schedule.tempo.seconds(ofTick: verdict.tick) + countIn,
                    t: verdict.stroke.map { heard[$0].element }, meter: meter)
            }
            .sorted { ($0.t ?? $0.expected) < ($1.t ?? $1.expected) }
        results = ResultsDocument(judge.results(after: seconds), ignored: judge.ignored)
    }
}

/// Final verdicts (grade and deviation) on all notes and strokes; later verdicts replace earlier ones.
private struct FinalVerdicts {
    private var strokes: [Int: Verdict] = [:]
    private var missed: [Int: Verdict] = [:]

    var all: [Verdict] {
        Array(strokes.values) + Array(missed.values)
    }

    mutating func take(_ verdicts: [Verdict]) {
        for verdict in verdicts {
            if let stroke = verdict.stroke {
                strokes[stroke] = verdict
            }
            if let note = verdict.note {
                missed[note] = verdict.grade == .missed ? verdict : nil
            }
        }
    }
}

/// Verdict (grade and deviation) on one note or one stroke. Missing values are written as null.
private struct VerdictLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case grade
        case note
        case stroke
        case bar
        case beat
        case expected
        case t
        case deviation = "deviation_ms"
    }

    let expected: Double
    let t: Double?
    private let verdict: Verdict
    private let stroke: Int?
    private let meter: Meter

    init(_ verdict: Verdict, stroke: Int?, expected: Double, t: Double?, meter: Meter) {
        self.verdict = verdict
        self.stroke = stroke
        self.expected = expected
        self.t = t
        self.meter = meter
    }

    func encode(to encoder: any Encoder) throws {
        let place = verdict.tick % meter.ticksPerBar
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(verdict.grade.rawValue, forKey: .grade)
        try container.encode(verdict.note, forKey: .note)
        try container.encode(stroke, forKey: .stroke)
        try container.encode(verdict.tick / meter.ticksPerBar + 1, forKey: .bar)
        try container.encode(Double(place) / Double(NoteValue.ticksPerBeat) + 1, forKey: .beat)
        try container.encode(ResultsDocument.rounded(expected), forKey: .expected)
        try container.encode(t.map(ResultsDocument.rounded), forKey: .t)
        try container.encode(verdict.deviation.map(ResultsDocument.milliseconds), forKey: .deviation)
    }
}
