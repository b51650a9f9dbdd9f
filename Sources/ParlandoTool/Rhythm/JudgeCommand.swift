import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// `parlandoctl rhythm judge`
struct JudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: tr("Grade how an exercise was played."),
        discussion: HelpText.paragraphs(
            tr(
                "Grades a recording, or strokes from a file: the output of 'rhythm detect', or a JSON list of times in "
                    + "seconds from the first click of the count-in; - is standard input. --reference removes the "
                    + "clicks from the recording and measures its delay."),
            tr(
                "Each stroke is matched to the nearest note. It is perfect if it is off by at most 15% of the time to "
                    + "the neighboring note, good up to 30%, inaccurate up to 50%. A note without a stroke is missed, "
                    + "and a stroke without a note is stray. Strokes in the count-in are ignored."),
            tr(
                "Writes JSON: verdicts lists all notes and strokes by time, with a positive deviation_ms if late. "
                    + "results sums them up; accuracy is a percentage:"),
            HelpText.form("100 · (perfect + good) / (perfect + good + missed + stray)"),
            HelpText.examples(
                "parlandoctl rhythm judge --bpm 90 --bars 2 --pattern quarter --strokes taps.json",
                "parlandoctl rhythm judge --bpm 90 --bars 8 --pattern eighths take.wav --reference clicks.wav")))

    @Argument(help: ArgumentHelp(tr("Recording from the microphone.")), completion: .file())
    var recording: String?

    @OptionGroup var exercise: ExerciseArguments

    @Option(help: ArgumentHelp(tr("A JSON file of strokes, in place of a recording.")), completion: .file())
    var strokes: String?

    @Option(help: ArgumentHelp(tr("Sound file that the speaker played during the recording.")), completion: .file())
    var reference: String?

    @Option(
        help: ArgumentHelp(tr("Recording of at least three strokes of the instrument, with no other sound.")),
        completion: .file())
    var calibration: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            tr("Without --reference: time of the first click in the recording. Default: 0."),
            valueName: tr("seconds")))
    var start: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            tr("Delay to subtract from every stroke. Default: as measured with the reference, or 0."),
            valueName: tr("ms")))
    var latency: Double?

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard (recording == nil) != (strokes == nil) else {
            throw ValidationError(tr("Name either a recording or, with --strokes, a file of strokes."))
        }
        guard recording != nil || (reference == nil && calibration == nil && start == nil) else {
            throw ValidationError(tr("--reference, --calibration and --start go with a recording."))
        }
        guard reference == nil || start == nil else {
            throw ValidationError(
                tr("--start is not needed with --reference: the first click is found in it."))
        }
        guard latency?.isFinite ?? true, start?.isFinite ?? true else {
            throw ValidationError(tr("--latency and --start take a number."))
        }
    }

    func run() async throws {
        let plan = try exercise.schedule()
        let played = try recording.map(listen) ?? PlayedStrokes(moments: StrokeFile.read(strokes ?? "-"))
        let gaps = exercise.clicks.pattern.gaps
        try Output.line(JudgementDocument(plan, gaps: gaps, played.late(by: latency.map { $0 / 1000 })).jsonLine())
    }

    private func listen(to path: String) throws(Failure) -> PlayedStrokes {
        let performance = try RecordedPerformance(path: path, reference: reference, calibration: calibration)
        return try PlayedStrokes(performance, firstClick: performance.firstClick ?? start ?? 0)
    }
}

/// The final verdict on each note and stroke, and the results.
struct JudgementDocument: Encodable {
    private let latency_ms: Double
    private let verdicts: [VerdictLine]
    private let results: ResultsDocument

    /// - Parameter schedule: of finite length.
    init(_ schedule: Schedule, gaps: ClickGaps, _ played: PlayedStrokes) {
        latency_ms = ResultsDocument.milliseconds(played.latency)
        let meter = schedule.exercise.meter
        let countIn = schedule.course.seconds(ofTick: meter.ticksPerBar)
        let seconds = schedule.course.seconds(ofTick: (schedule.exercise.bars ?? 0) * meter.ticksPerBar)
        var judge = Judge(schedule, gaps: gaps)
        var final = FinalVerdicts()
        // Strokes keep the numbers of their input, but are judged in order of time.
        let heard = played.moments.enumerated().sorted { $0.element < $1.element }
        for (_, moment) in heard {
            final.take(judge.advance(to: moment - countIn))
            final.take(judge.hear(strokeAt: moment - countIn))
        }
        final.take(judge.advance(to: seconds + countIn))
        verdicts = final.all
            .map { verdict in
                VerdictLine(
                    expected: schedule.course.seconds(ofTick: schedule.exercise.position(ofTick: verdict.tick))
                        + countIn,
                    t: verdict.stroke.map { heard[$0].element }, verdict: verdict,
                    stroke: verdict.stroke.map { heard[$0].offset }, meter: meter)
            }
            .sorted { ($0.t ?? $0.expected) < ($1.t ?? $1.expected) }
        results = ResultsDocument(results: judge.results(after: seconds), ignored: judge.ignored)
    }
}

/// Missing values are written as null.
private struct VerdictLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case grade, note, stroke, bar, beat, expected, t
        case deviation = "deviation_ms"
    }

    let expected: Double
    let t: Double?
    let verdict: Verdict
    let stroke: Int?
    let meter: Meter

    func encode(to encoder: any Encoder) throws {
        let place = verdict.tick % meter.ticksPerBar
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(verdict.grade.rawValue, forKey: .grade)
        try container.encode(verdict.note, forKey: .note)
        try container.encode(stroke, forKey: .stroke)
        try container.encode(verdict.tick / meter.ticksPerBar + 1, forKey: .bar)
        try container.encode(Double(place) / Double(meter.beatTicks) + 1, forKey: .beat)
        try container.encode(ResultsDocument.rounded(expected), forKey: .expected)
        try container.encode(t.map(ResultsDocument.rounded), forKey: .t)
        try container.encode(verdict.deviation.map(ResultsDocument.milliseconds), forKey: .deviation)
    }
}

/// Missing values are written as null.
struct ResultsDocument: Encodable {
    private enum CodingKeys: String, CodingKey {
        case accuracy, counts, seconds, ignored, histogram, places
        case mean = "mean_ms"
        case spread = "spread_ms"
        case silentSpread = "silent_spread_ms"
    }

    private struct Bin: Encodable {
        /// Center of the bin.
        let ms: Double
        let count: Int
    }

    private struct Place: Encodable {
        private enum CodingKeys: String, CodingKey {
            case beat, played, missed, strays
            case mean = "mean_ms"
        }

        let place: PlaceInBar
        let meter: Meter

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Double(place.tick) / Double(meter.beatTicks) + 1, forKey: .beat)
            try container.encode(place.timing.count, forKey: .played)
            try container.encode(place.missed, forKey: .missed)
            try container.encode(place.strays, forKey: .strays)
            try container.encode(place.timing.mean.map(ResultsDocument.milliseconds), forKey: .mean)
        }
    }

    let results: RhythmResults
    let ignored: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(results.accuracy.map(Self.rounded), forKey: .accuracy)
        let counts = Grade.allCases.map { ($0.rawValue, results.count($0)) }
        try container.encode(Dictionary(uniqueKeysWithValues: counts), forKey: .counts)
        try container.encode(results.timing.mean.map(Self.milliseconds), forKey: .mean)
        try container.encode(results.timing.spread.map(Self.milliseconds), forKey: .spread)
        try container.encode(results.unheard.spread.map(Self.milliseconds), forKey: .silentSpread)
        try container.encode(Self.rounded(results.seconds), forKey: .seconds)
        try container.encode(ignored, forKey: .ignored)
        let bins = results.histogram.range.map(Array.init) ?? []
        try container.encode(
            bins.map {
                Bin(ms: Self.milliseconds(Double($0) * DeviationHistogram.binWidth), count: results.histogram.count($0))
            },
            forKey: .histogram)
        try container.encode(results.places.map { Place(place: $0, meter: results.meter) }, forKey: .places)
    }

    /// Six decimals; more would be rounding errors.
    static func rounded(_ value: Double) -> Double {
        (value * 1e6).rounded() / 1e6
    }

    /// Three decimals.
    static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1e6).rounded() / 1e3
    }
}
