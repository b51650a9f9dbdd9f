import ParlandoCore
import ParlandoServices

/// All that determines the view state of the rhythm page.
struct RhythmScreen {
    typealias State = RhythmViewState

    /// Texts and notation change with it.
    struct Place: Equatable {
        var bar = 0
        var beat = 0
        var isCountIn = true
    }

    /// Strokes of learning or calibrating.
    struct Tally: Equatable {
        var count = 0
        var needed: Int?
    }

    /// Easiest first.
    let library: [Pattern]
    var phase = RhythmPhase.idle
    /// Whether a command is under way. Until the service answers, buttons have no effect.
    var isWaiting = false
    var preferences = Preferences()
    var seed: UInt64 = 0
    /// Nil if nothing is playing.
    var running: RhythmOptions?
    /// Key of the latency of the devices that the current or latest activity uses.
    private(set) var devices = ""
    var clock: BeatClock?
    var place: Place?
    var book = VerdictBook()
    var movement: State.Movement?
    var tally = Tally()
    var results: RhythmResults?
    /// The days of the exercise of `results`, oldest first.
    var practice: [PracticeDay] = []
    /// In dBFS.
    var level = -Double.infinity
    var warning: RhythmWarning?
    var failure: Message?
    var isTestSoundAnnounced = false
    /// The devices, as the key of their latency, from which the user has let the test sound play.
    var testSoundDevices: String?

    var choices: RhythmPreferences {
        preferences.rhythm
    }

    var state: State {
        var state = State()
        state.button = button
        state.buttonLabel = buttonLabel
        (state.pause, state.pauseLabel) = pause
        state.tempo = choices.tempo.beatsPerMinute
        state.lamps = lamps
        state.meters = Meter.allCases.map { .init($0.rawValue, $0.rawValue) }
        state.meter = choices.meter.rawValue
        state.subdivisions = ClickPattern.subdivisions.map { .init("\($0)", RhythmWording.subdivision($0)) }
        state.subdivision = "\(choices.clicksPerBeat)"
        state.caption = caption
        state.input = choices.input
        state.canChoose = isAtRest
        state.inputs = RhythmInput.allCases.map { .init($0.rawValue, RhythmWording.title(of: $0)) }
        state.choices = offered
        state.rows = rows
        addPlaying(to: &state)
        state.tools = tools
        state.status = status
        state.banner = banner
        state.progress = progress
        state.results = isAtRest ? results.map { RhythmReport($0, practice: practice) } : nil
        return state
    }

    /// To be called when an activity starts or switches to other devices.
    mutating func noteDevices(listens: Bool) {
        devices = latencyKey(listens: listens)
    }

    private func addPlaying(to state: inout State) {
        state.isExercise = isExercise
        state.feedback = book.verdicts.last.map(RhythmWording.feedback)
        state.movement = movement
        state.strip = book.lastStrokes.map(StripScale.mark)
        state.spokenStrip = StripScale.spoken(book.lastStrokes)
        state.takesStrokes = takesStrokes
        state.isMoving = isMoving
        state.listens = listens
        state.level = listens ? LevelScale.fraction(ofDecibels: level) : 0
    }

    var isExercise: Bool {
        running?.exercise != nil
    }

    private var isAtRest: Bool {
        phase == .idle && running == nil
    }

    /// Whether the beat has to be drawn in every frame.
    var isMoving: Bool {
        clock != nil && (phase == .countIn || phase == .playing)
    }

    /// If not, keys keep their usual function.
    var takesStrokes: Bool {
        switch phase {
        case .countIn, .playing: running?.input == .tap && running?.exercise != nil
        case .calibrating: choices.input != .microphone
        case .idle, .opening, .paused, .deviceLost, .learning: false
        }
    }

    private var listens: Bool {
        switch phase {
        case .learning: true
        case .calibrating: choices.input == .microphone
        case .countIn, .playing, .paused: running?.input == .microphone
        case .idle, .opening, .deviceLost: false
        }
    }

    private var button: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening: .wait
        case .countIn, .playing, .paused, .deviceLost, .learning, .calibrating: isWaiting ? .wait : .stop
        }
    }

    private var buttonLabel: String {
        switch phase {
        case .idle: tr("Start")
        case .opening: tr("Starting…")
        case .countIn, .playing, .paused, .deviceLost, .learning, .calibrating: tr("Stop")
        }
    }

    private var pause: (PagePause, String) {
        switch phase {
        case .countIn where !isWaiting, .playing where !isWaiting: (.pause, tr("Pause"))
        case .paused where !isWaiting: (.resume, tr("Resume"))
        case .idle, .opening, .countIn, .playing, .paused, .deviceLost, .learning, .calibrating: (.hidden, "")
        }
    }

    private var caption: String {
        guard let running, running.exercise != nil, phase != .idle else {
            return ""
        }
        return RhythmWording.caption(tempo: running.tempo, bar: place?.bar, of: running.exercise?.bars)
    }

    private var status: String {
        switch phase {
        case .idle: RhythmWording.invitation(choices.input)
        case .opening: tr("Opening the audio device")
        case .countIn: tr("Count-in")
        case .playing: running.map(RhythmWording.playing) ?? ""
        case .paused: tr("Paused. Resumes with a count-in.")
        case .deviceLost: tr("Waiting for the audio device")
        case .learning: tr("Play single notes with short pauses")
        case .calibrating: RhythmWording.calibrating(choices.input)
        }
    }

    private var banner: PageBanner? {
        if let failure {
            return .init(failure.text, tone: .failure, action: failure.action)
        }
        if phase == .deviceLost {
            return .init(RhythmWording.lost, tone: .warning, action: .chooseOutput)
        }
        if let message = warning?.message {
            return .init(message.text, tone: warning?.tone ?? .information, action: message.action)
        }
        if isTestSoundAnnounced, choices.input == .microphone {
            let message = RhythmWording.testSound
            return .init(message.text, tone: .information, action: message.action)
        }
        return nil
    }

    private var progress: PageProgress? {
        guard phase == .learning || phase == .calibrating else {
            return nil
        }
        guard let needed = tally.needed, needed > 0 else {
            return PageProgress(RhythmWording.waitingForStrokes(phase), fraction: nil, canCancel: true)
        }
        if phase == .calibrating, tally.count >= needed {
            return PageProgress(RhythmWording.waitingForClock(choices.input), fraction: nil, canCancel: true)
        }
        return PageProgress(
            RhythmWording.strokes(tally.count, of: needed), fraction: Double(tally.count) / Double(needed),
            canCancel: true)
    }
}

extension RhythmScreen {
    /// Starts a short movement of the lamp of a judged beat.
    mutating func move(for verdict: Verdict) {
        let beats = running?.clicks.beats ?? choices.clicks.beats
        movement = State.Movement(
            beat: verdict.tick / NoteValue.ticksPerBeat % beats,
            isHit: verdict.note != nil && verdict.grade != .missed, number: (movement?.number ?? 0) + 1)
    }

    mutating func begin(_ options: RhythmOptions) {
        isWaiting = true
        running = options
        noteDevices(listens: options.input == .microphone)
        clock = nil
        place = nil
        book = VerdictBook()
        movement = nil
        clearNews()
    }

    mutating func clearNews() {
        results = nil
        warning = nil
        failure = nil
        isTestSoundAnnounced = false
    }
}

extension RhythmScreen {
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

    func transport(listens: Bool) -> TransportOptions {
        TransportOptions(
            output: choices.output.nilIfEmpty, listens: listens,
            input: listens ? preferences.microphone.nilIfEmpty : nil)
    }

    /// Key of the latency of the chosen devices. Strokes at the microphone (`listens`) have another one than taps.
    func latencyKey(listens: Bool) -> String {
        let system = AudioDevice.systemDefault.id
        let output = choices.output.nilIfEmpty ?? system
        return output + (listens ? " → " + (preferences.microphone.nilIfEmpty ?? system) : " → tap")
    }

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

    /// The easiest pattern if that one no longer exists.
    private func pattern(_ id: Pattern.ID) -> Pattern? {
        library.first { $0.id == id } ?? library.first
    }

    var sequence: [Pattern] {
        let known = choices.sequence.compactMap { id in library.first { $0.id == id } }
        return known.isEmpty ? Array(library.prefix(1)) : known
    }

    /// Patterns up to the chosen difficulty, or the easiest one.
    private var drawn: [Pattern] {
        let easy = library.filter { $0.difficulty <= choices.difficulty }
        return easy.isEmpty ? Array(library.prefix(1)) : easy
    }

    /// The bar that is being played, and usually the one after it. Each bar stays in its row while it is played. During
    /// the first beat of a bar, and during the last bar, the other row still shows the previous bar with its marks.
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

    var lamps: [State.Lamp] {
        let clicks = running?.clicks ?? choices.clicks
        return (0..<clicks.beats).map { beat in
            let stress = clicks.stress(ofBeat: beat)
            return .init(stress: stress, spoken: RhythmWording.beat(beat, stress))
        }
    }

    var tools: [State.Tool] {
        let listens = choices.input == .microphone
        let latency = choices.latencies[latencyKey(listens: listens)].map(RhythmWording.latency) ?? ""
        switch choices.input {
        case .none:
            return []
        case .tap:
            return [.init(action: .calibrateLatency, note: latency)]
        case .microphone:
            let learned = choices.instrument == nil ? "" : tr("learned")
            return [
                .init(action: .learnInstrument, note: learned), .init(action: .calibrateLatency, note: latency),
            ]
        }
    }
}

extension [Pattern] {
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

/// The latest verdicts, for the marks below the notes and the strip of recent deviations.
struct VerdictBook {
    private static let strip = 16
    private static let most = 400

    private(set) var verdicts: [Verdict] = []

    /// A new verdict on the same note or stroke replaces the earlier one.
    mutating func add(_ new: [Verdict]) {
        for verdict in new {
            verdicts.removeAll { $0.isReplaced(by: verdict) }
            verdicts.append(verdict)
        }
        verdicts.removeFirst(max(0, verdicts.count - Self.most))
    }

    /// The exercise is played again from this tick.
    mutating func rewind(to tick: Int) {
        verdicts.removeAll { $0.tick >= tick }
    }

    func marks(inBar bar: Int, meter: Meter) -> [RhythmViewState.Row.Mark] {
        let ticks = bar * meter.ticksPerBar..<(bar + 1) * meter.ticksPerBar
        return verdicts.filter { ticks.contains($0.tick) }.map {
            .init(tick: $0.tick - ticks.lowerBound, grade: $0.grade, isEarly: $0.isEarly)
        }
    }

    /// Oldest first.
    var lastStrokes: [Verdict] {
        Array(verdicts.filter { $0.deviation != nil }.suffix(Self.strip))
    }
}

extension Verdict {
    var isEarly: Bool {
        (deviation ?? 0) < 0
    }

    fileprivate func isReplaced(by other: Verdict) -> Bool {
        (note != nil && note == other.note) || (stroke != nil && stroke == other.stroke)
    }
}

/// The strip on which recent strokes are shown from early (left) to late (right).
enum StripScale {
    /// Seconds at the ends of the strip. Larger deviations are drawn there.
    static let reach = 0.15

    static func mark(_ verdict: Verdict) -> RhythmViewState.StripMark {
        let offset = (verdict.deviation ?? 0) / reach
        return .init(offset: min(max(offset, -1), 1), grade: verdict.grade)
    }

    static func spoken(_ strokes: [Verdict]) -> String {
        let last = strokes.suffix(4).compactMap(\.deviation).map(Quantities.signedMilliseconds)
        return last.isEmpty
            ? tr("Recent timing: nothing yet")
            : tr("Recent timing: {list}", ["list": last.joined(separator: ", ")])
    }
}

extension Exercise {
    var isEmpty: Bool {
        switch content {
        case .sequence(let patterns), .random(let patterns, _): patterns.isEmpty
        }
    }
}

/// How strokes are graded.
enum JudgingRule: String, CaseIterable {
    /// The limits are fractions of the interval between two notes.
    case relative
    /// They are also limited in milliseconds.
    case strict

    init(_ preferences: RhythmPreferences) {
        self = preferences.usesCaps ? .strict : .relative
    }
}
