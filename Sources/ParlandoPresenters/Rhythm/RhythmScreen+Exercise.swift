import ParlandoCore
import ParlandoServices

/// Computes the exercise from the user's choices, and the parts of the view state about the exercise.
extension RhythmScreen {
    /// The options with which the next exercise, or the metronome, is started.
    var options: RhythmOptions {
        let input = choices.input
        let listens = input == .microphone
        return RhythmOptions(
            exercise: input == .none ? nil : exercise, tempo: choices.tempo, clicks: choices.clicks, input: input,
            clickVolume: choices.isClickOn ? choices.clickVolume : 0,
            guideVolume: choices.isGuideOn ? choices.guideVolume : 0, transport: transport(listens: listens),
            caps: choices.caps, latency: choices.latencies[latencyKey(listens: listens)],
            instrument: listens ? choices.instrument : nil)
    }

    /// Returns the options for playback on the chosen loudspeaker and, if `listens` is true, for recording from the
    /// chosen microphone.
    func transport(listens: Bool) -> TransportOptions {
        TransportOptions(
            output: choices.output.nilIfEmpty, listens: listens,
            input: listens ? preferences.microphone.nilIfEmpty : nil)
    }

    /// Returns the key under which the preferences store the latency of the chosen devices. The latency for strokes at
    /// the microphone (`listens`) is stored separately from that for taps.
    func latencyKey(listens: Bool) -> String {
        let system = AudioDevice.systemDefault.id
        let output = choices.output.nilIfEmpty ?? system
        return output + (listens ? " → " + (preferences.microphone.nilIfEmpty ?? system) : " → tap")
    }

    /// The exercise that the user's choices describe.
    var exercise: Exercise {
        let bars = choices.bars == 0 ? nil : choices.bars
        switch choices.source {
        case .fixed:
            return Exercise(.sequence([pattern(choices.pattern)].compactMap { $0 }), bars: bars, meter: choices.meter)
        case .sequence:
            return Exercise(.sequence(sequence), bars: bars, meter: choices.meter)
        case .random:
            return Exercise(
                .random(among: drawn, seed: seed), bars: bars, meter: choices.meter)
        }
    }

    /// Returns the pattern with an identifier, or the easiest pattern if that pattern no longer exists; nil if there
    /// are no patterns.
    private func pattern(_ id: Pattern.ID) -> Pattern? {
        library.first { $0.id == id } ?? library.first
    }

    var sequence: [Pattern] {
        let known = choices.sequence.compactMap { id in library.first { $0.id == id } }
        return known.isEmpty ? Array(library.prefix(1)) : known
    }

    /// The patterns that a random exercise uses: those up to the chosen difficulty, or the easiest pattern if there are
    /// none.
    private var drawn: [Pattern] {
        let easy = library.filter { $0.difficulty <= choices.difficulty }
        return easy.isEmpty ? Array(library.prefix(1)) : easy
    }

    /// The two bars of notation that are shown: the bar that is being played, and usually the bar after it. Each bar
    /// stays in its row while it is played. During the first beat of a bar, and during the last bar, the other row
    /// still shows the previous bar with its marks.
    var rows: [State.Row] {
        guard let exercise = running == nil ? preview : running?.exercise else {
            return []
        }
        let place = place ?? Place()
        let looksBack = (place.beat == 0 && !place.isCountIn) || !exercise.hasBar(place.bar + 1)
        let other = place.bar > 0 && looksBack ? place.bar - 1 : place.bar + 1
        let shown = [place.bar, other].sorted { $0 % 2 < $1 % 2 }
        return shown.compactMap { bar in
            row(bar, of: exercise, beat: running != nil && bar == place.bar ? place.beat : nil)
        }
    }

    private var preview: Exercise? {
        choices.input == .none || library.isEmpty ? nil : exercise
    }

    private func row(_ bar: Int, of exercise: Exercise, beat: Int?) -> State.Row? {
        guard exercise.hasBar(bar) else {
            return nil
        }
        var row = State.Row(bar: bar, patterns: exercise.patterns(inBar: bar), meter: exercise.meter)
        row.marks = book.marks(inBar: bar, meter: exercise.meter)
        row.framed = beat.flatMap { row.patterns.index(atBeat: $0, in: exercise) }
        row.spoken = RhythmWording.bar(bar, row.patterns)
        return row
    }

    /// What the user can choose for an exercise, or nil if only the metronome is used.
    var offered: RhythmChoices? {
        guard choices.input != .none, !library.isEmpty else {
            return nil
        }
        var offered = RhythmChoices()
        let parts = Set(patternsOfExercise.map(\.id))
        offered.sources = RhythmPreferences.Source.allCases.map { .init($0.rawValue, RhythmWording.title(of: $0)) }
        offered.source = choices.source.rawValue
        offered.patterns = library.map {
            .init(pattern: $0, title: PatternWording.name(of: $0), isChosen: parts.contains($0.id))
        }
        let rule = choices.usesCaps ? [RhythmWording.title(of: JudgingRule.strict)] : []
        offered.summary = ([summary, RhythmWording.bars(choices.bars)] + rule).joined(separator: " · ")
        if choices.source == .random {
            offered.difficulties = RhythmPreferences.difficultyRange.map { .init("\($0)", "\($0)") }
            offered.difficulty = "\(choices.difficulty)"
        }
        offered.isSequence = choices.source == .sequence
        offered.canShorten = choices.sequence.count > 1
        offered.bars = RhythmWording.bars(including: choices.bars)
        offered.bar = "\(choices.bars)"
        offered.rules = JudgingRule.allCases.map { .init($0.rawValue, RhythmWording.title(of: $0)) }
        offered.rule = JudgingRule(choices).rawValue
        offered.ruleNote = RhythmWording.note(on: choices)
        return offered
    }

    private var patternsOfExercise: [Pattern] {
        switch exercise.content {
        case .sequence(let patterns), .random(let patterns, _): patterns
        }
    }

    private var summary: String {
        switch choices.source {
        case .fixed: pattern(choices.pattern).map(PatternWording.name) ?? ""
        case .sequence: RhythmWording.sequence(of: sequence.count)
        case .random: RhythmWording.difficulty(choices.difficulty)
        }
    }

    /// The lamps for the beats of a bar. Pressing a lamp changes the stress of its beat, except during an exercise.
    var lamps: [State.Lamp] {
        let clicks = running?.clicks ?? choices.clicks
        return (0..<clicks.beats).map { beat in
            let stress = clicks.stress(ofBeat: beat)
            return .init(stress, spoken: RhythmWording.beat(beat, stress))
        }
    }

    /// The time signatures that can be chosen; empty during an activity.
    var meters: [RhythmChoices.Option] {
        running == nil && phase == .idle ? Meter.allCases.map { .init($0.rawValue, $0.rawValue) } : []
    }

    var subdivisions: [RhythmChoices.Option] {
        ClickPattern.subdivisions.map { .init("\($0)", RhythmWording.subdivision($0)) }
    }

    /// The buttons for calibrating the latency and learning the instrument, as far as the chosen input needs them.
    var tools: [State.Tool] {
        let listens = choices.input == .microphone
        let latency = choices.latencies[latencyKey(listens: listens)].map(Quantities.milliseconds) ?? ""
        switch choices.input {
        case .none:
            return []
        case .tap:
            return [.init(.calibrateLatency, note: latency)]
        case .microphone:
            let learned = choices.instrument == nil ? "" : tr("learned")
            return [.init(.learnInstrument, note: learned), .init(.calibrateLatency, note: latency)]
        }
    }
}

extension [Pattern] {
    /// Returns the index of the pattern that contains a beat of the bar, counted from 0.
    fileprivate func index(atBeat beat: Int, in exercise: Exercise) -> Int? {
        var end = 0
        return firstIndex { pattern in
            end += pattern.elements.reduce(0) { $0 + exercise.ticks(of: $1) }
            return beat * NoteValue.ticksPerBeat < end
        }
    }
}

extension String {
    fileprivate var nilIfEmpty: String? {
        isEmpty ? nil : self
    }
}

/// The latest verdicts (graded notes and strokes) of an exercise. The marks below the notes and the strip of recent
/// deviations are made from them.
struct VerdictBook {
    /// Maximum number of strokes on the strip that shows recent deviations.
    private static let strip = 16
    /// Maximum number of verdicts (grade and deviation of a note or stroke) that are kept in a long exercise.
    private static let most = 400

    /// The verdicts (grade and deviation of a note or stroke), in the order in which they arrived.
    private(set) var verdicts: [Verdict] = []

    /// Adds verdicts (grade and deviation of a note or stroke). A new verdict on the same note or stroke replaces the
    /// earlier verdict.
    mutating func add(_ new: [Verdict]) {
        for verdict in new {
            verdicts.removeAll { $0.isReplaced(by: verdict) }
            verdicts.append(verdict)
        }
        verdicts.removeFirst(max(0, verdicts.count - Self.most))
    }

    /// Removes the verdicts (grades of notes and strokes) at and after a tick (a twelfth of a beat), because the
    /// exercise is played again from that position.
    mutating func rewind(to tick: Int) {
        verdicts.removeAll { $0.tick >= tick }
    }

    /// Returns the marks that show the verdicts (grade and deviation) on the notes and strokes of a bar.
    func marks(inBar bar: Int, meter: Meter) -> [RhythmViewState.Row.Mark] {
        let ticks = bar * meter.ticksPerBar..<(bar + 1) * meter.ticksPerBar
        return verdicts.filter { ticks.contains($0.tick) }.map {
            .init(tick: $0.tick - ticks.lowerBound, grade: $0.grade, isEarly: $0.isEarly)
        }
    }

    /// The verdicts (grade and deviation) on the latest strokes, oldest first, that the strip of recent deviations
    /// shows.
    var lastStrokes: [Verdict] {
        Array(verdicts.filter { $0.deviation != nil }.suffix(Self.strip))
    }
}

extension Verdict {
    /// Whether the stroke came before its note.
    var isEarly: Bool {
        (deviation ?? 0) < 0
    }

    fileprivate func isReplaced(by other: Verdict) -> Bool {
        (note != nil && note == other.note) || (stroke != nil && stroke == other.stroke)
    }
}

/// Computes the marks and labels of the strip on which recent strokes are shown from early (left) to late (right).
enum StripScale {
    /// Deviation that the ends of the strip represent, in seconds. Strokes with a larger deviation are drawn at the
    /// end.
    static let reach = 0.15

    static func mark(_ verdict: Verdict) -> RhythmViewState.StripMark {
        let offset = (verdict.deviation ?? 0) / reach
        return .init(offset: min(max(offset, -1), 1), grade: verdict.grade)
    }

    static func labels(_ strokes: [Verdict]) -> RhythmViewState.StripLabels {
        var labels = RhythmViewState.StripLabels()
        labels.early = tr("Early")
        labels.late = tr("Late")
        let last = strokes.suffix(4).compactMap(\.deviation).map(Quantities.signedMilliseconds)
        labels.spoken =
            last.isEmpty
            ? tr("Recent timing: nothing yet")
            : tr("Recent timing: {list}", ["list": last.joined(separator: ", ")])
        return labels
    }
}
