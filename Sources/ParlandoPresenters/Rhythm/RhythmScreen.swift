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

    /// The wrong bars of an exercise, played again and again instead of what is chosen.
    struct Loop: Equatable {
        let exercise: Exercise
        let bars: Int
        var tempo: Tempo
        let title: String
    }

    /// Easiest first.
    let library: [Pattern]
    var phase = RhythmPhase.idle
    /// Whether a command is under way. Until the service answers, buttons have no effect.
    var isWaiting = false
    var preferences = Preferences() {
        didSet {
            if preferences.rhythm.ownRhythm != oldValue.rhythm.ownRhythm {
                own = Pattern(text: preferences.rhythm.ownRhythm)
            }
            if preferences.rhythm != oldValue.rhythm {
                findOpened()
            }
        }
    }
    private(set) var own: Pattern?
    var seed: UInt64 = 0
    /// Nil if nothing is playing.
    var running: RhythmOptions?
    /// The saved exercise that was begun, if it is one, and what it is called.
    private(set) var begun: (saved: SavedExercise?, title: String, isLoop: Bool) = (nil, "", false)
    /// Key of the latency of the devices that the current or latest activity uses.
    private(set) var devices = ""
    var clock: BeatClock?
    /// Of the latest clock, also during a pause. Nil if another tempo was asked for since, until a click has it.
    var course: TempoCourse?
    var place: Place? {
        didSet { drift = isSilent ? nil : drift }
    }
    var loop: Loop?
    var drift: Drift?
    var upcoming: TempoChange?
    /// The latest ones.
    private(set) var passes: [RhythmReport.Pass] = []
    /// The bars that went wrong in `results`; nil if there are none.
    private(set) var drill: Loop?
    var book = VerdictBook()
    var movement: State.Movement?
    /// Strokes of learning or calibrating. `needed` is 0 while that is unknown.
    var tally = (count: 0, needed: 0)
    var results: RhythmResults?
    /// The days of the exercise of `results`, oldest first.
    var practice: [PracticeDay] = []
    /// In dBFS.
    var level = -Double.infinity
    var warning: RhythmWarning?
    var failure: Message?
    var isTestSoundAnnounced = false
    /// The set that is being played, and the number of its exercises before the next one.
    var set: (id: PracticeSet.ID, started: Int)?
    /// The exercises and sets as they were read last, and the exercise that was opened last.
    var saved: (book: PracticeBook, opened: SavedExercise.ID?) = (PracticeBook(), nil) {
        didSet { findOpened() }
    }
    /// The saved exercise with the settings that are chosen.
    private(set) var opened: SavedExercise?
    /// The devices, as the key of their latency, from which the user has let the test sound play.
    var testSoundDevices: String?

    var choices: RhythmPreferences {
        preferences.rhythm
    }

    var state: State {
        let meter = choices.meter
        var state = State()
        state.button = isWaiting || phase == .opening ? .wait : phase == .idle ? .start : .stop
        state.buttonLabel = phase == .idle ? tr("Start") : phase == .opening ? tr("Starting…") : tr("Stop")
        (state.pause, state.pauseLabel) = pause
        state.tempo = tempo.beatsPerMinute
        let shownMeter = loop?.exercise.meter ?? meter
        (state.tempoMark, state.tempoTitle) = RhythmWording.mark(of: shownMeter)
        state.tempoName = RhythmWording.name(of: tempo, in: shownMeter)
        (state.practice, state.practiceTitle) = RhythmWording.practice(choices)
        state.preferences = preferences
        state.trainerUnits = RhythmWording.trainerUnits(for: choices.input)
        state.lamps = lamps
        state.meter = .init(options: RhythmWording.meters, chosen: meter.rawValue)
        let subdivisions = ClickPattern.subdivisions.map {
            RhythmChoices.Option("\($0)", RhythmWording.clicks($0, in: meter))
        }
        state.subdivision = .init(options: subdivisions, chosen: "\(choices.clicksPerBeat)")
        state.caption = caption
        state.set = setCaption ?? ""
        let inputs = RhythmInput.allCases.map { RhythmChoices.Option($0.rawValue, RhythmWording.title(of: $0)) }
        state.input = .init(options: inputs, chosen: choices.input.rawValue)
        state.canChoose = isAtRest
        state.choices = offered
        state.rows = rows
        addPlaying(to: &state)
        state.tools = tools
        state.status = status
        state.banner = banner
        state.progress = progress
        state.results = isAtRest ? results.map { RhythmReport($0, practice: practice, passes: passes) } : nil
        state.results?.drill = drill?.title ?? ""
        return state
    }

    /// Another exercise, or none, ends the set, and another exercise or input the loop. While something is played, only
    /// another program can choose an exercise, which ends neither.
    mutating func adopt(_ new: Preferences) {
        let before = (chosen, choices.input)
        preferences = new
        if (running == nil && chosen != before.0) || choices.input != before.1 {
            (loop, set) = (nil, chosen == before.0 && choices.input != .none ? set : nil)
        }
    }

    private mutating func findOpened() {
        opened = saved.book.exercise(for: choices, opened: saved.opened)
    }

    /// Such as `Song 1 · 2 of 5`. After a change of the set, its exercises are counted up to the next one.
    private var setCaption: String? {
        guard let set, let played = saved.book.sets.first(where: { $0.id == set.id }) else {
            return nil
        }
        let place = RhythmWording.strokes(set.started, of: played.exercises.count)
        return set.started == 0 ? played.name : played.name + " · " + place
    }

    /// To be called when an activity starts or switches to other devices.
    mutating func noteDevices(listens: Bool) {
        devices = latencyKey(listens: listens)
    }

    private func addPlaying(to state: inout State) {
        state.isExercise = isExercise
        state.feedback = book.verdicts.last.map(RhythmWording.feedback)
        state.notice = notice
        state.movement = movement
        state.strip = book.lastStrokes.map(StripScale.mark)
        state.spokenStrip = StripScale.spoken(book.lastStrokes)
        state.takesStrokes = takesStrokes
        state.isMoving = isMoving
        state.level = listens ? LevelScale.fraction(ofDecibels: level) : 0
    }

    var isExercise: Bool {
        running?.exercise != nil
    }

    /// Whether a rhythm is only heard, and not judged.
    var isHearing: Bool {
        isExercise && running?.input == RhythmInput.none
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

    private var pause: (PagePause, String) {
        switch phase {
        case .countIn where !isWaiting, .playing where !isWaiting: (.pause, tr("Pause"))
        case .paused where !isWaiting: (.resume, tr("Resume"))
        case .idle, .opening, .countIn, .playing, .paused, .deviceLost, .learning, .calibrating: (.hidden, "")
        }
    }

    /// While a trainer changes the tempo, the page follows it.
    var tempo: Tempo {
        tempo(ofBar: place?.bar ?? 0)
    }

    private func tempo(ofBar bar: Int) -> Tempo {
        guard let running, running.trainer != nil, let course else {
            return isExercise ? running?.tempo ?? choices.tempo : loop?.tempo ?? choices.tempo
        }
        return course.tempo(atTick: bar * running.meter.ticksPerBar)
    }

    private var caption: String {
        guard let exercise = running?.exercise, phase != .idle else {
            return ""
        }
        let bar = loop?.title ?? RhythmWording.bar(place?.bar ?? 0, of: exercise.bars)
        let pass = passes.last.map(RhythmWording.pass)
        let tempo = RhythmWording.tempo(tempo, in: exercise.meter)
        let parts = [setCaption, tempo, NotationWording.swing(exercise.swing), bar, change, pass]
        return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private var change: String? {
        upcoming.flatMap { $0.bar > place?.bar ?? 0 ? RhythmWording.upcoming($0, isSure: isSure($0)) : nil }
    }

    /// Whether a change has been decided: what a good pass would bring has not.
    private func isSure(_ change: TempoChange) -> Bool {
        guard isExercise, let trainer = running?.trainer, trainer.unit == .passes else {
            return true
        }
        return (change.tempo < tempo) != (trainer.to < trainer.from)
    }

    /// In a silent bar, the eye gets no help either.
    var isSilent: Bool {
        phase == .playing && place.map { !$0.isCountIn && running?.clicks.gaps.isSilent(bar: $0.bar) == true } ?? false
    }

    private var notice: String {
        isSilent ? tr("Silent bar") : drift.map(RhythmWording.drift) ?? ""
    }

    private var status: String {
        switch phase {
        case .idle:
            setCaption.map { $0 + " · " + tr("Next: N or Page Down") } ?? RhythmWording.invitation(choices.input)
        case .opening: tr("Opening the audio device")
        case .countIn: tr("Count-in")
        case .playing: playing
        case .paused: tr("Paused. Resumes with a count-in.")
        case .deviceLost: tr("Waiting for the audio device")
        case .learning: tr("Play single notes with short pauses")
        case .calibrating: RhythmWording.calibrating(choices.input)
        }
    }

    private var playing: String {
        let news = isExercise ? [] : [change ?? "", notice]
        return ([running.map(RhythmWording.playing) ?? ""] + news).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private var banner: PageBanner? {
        let isAnnounced = isTestSoundAnnounced && choices.input == .microphone
        let news: [(message: Message?, tone: PageBanner.Tone)] = [
            (failure, .failure), (phase == .deviceLost ? RhythmWording.lost : nil, .warning),
            (warning?.message, warning?.tone ?? .information),
            (isAnnounced ? RhythmWording.testSound : nil, .information),
        ]
        return news.lazy.compactMap { message, tone in
            message.map { PageBanner($0.text, tone: tone, action: $0.action) }
        }.first
    }

    private var progress: PageProgress? {
        guard phase == .learning || phase == .calibrating else {
            return nil
        }
        let (count, needed) = tally
        let isCounting = needed > 0 && (count < needed || phase == .learning)
        let text =
            isCounting
            ? RhythmWording.strokes(count, of: needed)
            : needed > 0 ? RhythmWording.waitingForClock(choices.input) : RhythmWording.waitingForStrokes(phase)
        return PageProgress(text, fraction: isCounting ? Double(count) / Double(needed) : nil, canCancel: true)
    }
}

extension RhythmScreen {
    /// Starts a short movement of the lamp of a judged beat.
    mutating func move(for verdict: Verdict) {
        let clicks = running?.clicks ?? choices.clicks()
        movement = State.Movement(
            beat: verdict.tick / clicks.beatTicks % clicks.beats,
            isHit: verdict.note != nil && verdict.grade != .missed, number: (movement?.number ?? 0) + 1)
    }

    mutating func begin(_ options: RhythmOptions) {
        isWaiting = true
        (running, begun) = (options, (opened, summary, loop != nil))
        noteDevices(listens: options.input == .microphone)
        (clock, course, place) = (nil, nil, nil)
        book = VerdictBook()
        movement = nil
        (drift, upcoming, passes) = (nil, nil, [])
        clearNews()
    }

    mutating func adopt(_ new: BeatClock) {
        // After a pause, the exercise resumes at the beginning of a bar.
        if clock == nil {
            book.rewind(to: new.startTick)
        }
        let (start, isAnother) = (new.startTick, new.firstClick != clock?.firstClick)
        if isExercise {
            course = new.course
        } else if course != nil || (isAnother && new.course.tempo(atTick: start) == choices.tempo) {
            // A metronome's clock begins with the click that has the tempo that was asked for.
            course = new.course.run(from: start, lead: start)
        }
        clock = new
    }

    mutating func add(_ pass: RhythmReport.Pass) {
        passes = passes.suffix(RhythmReport.mostPasses - 1) + [pass]
    }

    /// Offers the bars that went wrong at 80 % of the tempo at which they were played.
    mutating func finish(_ exercise: Exercise, with new: RhythmResults) {
        (results, practice, drill) = (new, [], nil)
        guard let bars = exercise.bars.flatMap({ new.worstBars(of: $0) }) else {
            return
        }
        let looped = Exercise.Content.sequence([exercise.pattern(ofBars: bars)])
        drill = Loop(
            exercise: Exercise(looped, bars: nil, meter: exercise.meter, swing: exercise.swing), bars: bars.count,
            tempo: Tempo(clamping: (tempo(ofBar: bars.lowerBound).beatsPerMinute * 0.8).rounded()),
            title: RhythmWording.bars(bars, of: begun.title))
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
        var choices = choices
        loop.map { choices.choose($0.exercise) }
        let input = choices.input
        let listens = input == .microphone
        let trainer = loop == nil ? choices.trainer : nil
        return RhythmOptions(
            exercise: input == .none ? nil : exercise, tempo: loop?.tempo ?? choices.tempo, meter: choices.meter,
            clicks: choices.clicks(seed: seed), input: input,
            clickVolume: choices.isClickOn ? choices.clickVolume : 0,
            guideVolume: choices.isGuideOn ? choices.guideVolume : 0, transport: transport(listens: listens),
            caps: choices.caps, clickVoice: choices.clickVoice, trainer: trainer,
            passBars: loop?.bars ?? (trainer?.unit == .passes ? trainer?.interval : nil),
            latency: choices.latencies[latencyKey(listens: listens)],
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
        loop?.exercise ?? chosen
    }

    private var chosen: Exercise {
        let bars = choices.bars == 0 ? nil : choices.bars
        let content: Exercise.Content =
            switch source {
            case .fixed: .sequence([pattern(choices.pattern)].compactMap { $0 })
            case .sequence: .sequence(sequence)
            case .random: .random(among: drawn, seed: seed)
            case .own: .sequence([own].compactMap { $0 })
            }
        return Exercise(content, bars: bars, meter: choices.meter, swing: choices.swingOfPairs)
    }

    private var source: RhythmPreferences.Source {
        choices.source == .own && own == nil ? .fixed : choices.source
    }

    /// The patterns that can be written in the chosen time signature.
    var fitting: [Pattern] {
        library.filter(choices.meter.offers)
    }

    /// The easiest pattern if that one no longer exists or does not fit.
    private func pattern(_ id: Pattern.ID) -> Pattern? {
        fitting.first { $0.id == id } ?? fitting.first
    }

    var sequence: [Pattern] {
        let fitting = fitting
        let known = choices.sequence.compactMap { id in fitting.first { $0.id == id } }
        return known.isEmpty ? Array(fitting.prefix(1)) : known
    }

    /// Patterns up to the chosen difficulty, or the easiest one.
    private var drawn: [Pattern] {
        let easy = fitting.filter { $0.difficulty <= choices.difficulty }
        return easy.isEmpty ? Array(fitting.prefix(1)) : easy
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
            row(bar, of: exercise, beat: running == nil || bar != place.bar ? nil : isSilent ? 0 : place.beat)
        }
    }

    private var preview: Exercise? {
        choices.input == .none || library.isEmpty ? nil : exercise
    }

    private func row(_ bar: Int, of exercise: Exercise, beat: Int?) -> State.Row? {
        guard exercise.hasBar(bar) else {
            return nil
        }
        let music = exercise.bar(bar)
        return State.Row(
            bar: bar, music: music, meter: exercise.meter, swing: exercise.swing, showsMeter: bar % 2 == 0,
            beat: beat, isLast: !exercise.hasBar(bar + 1), marks: book.marks(inBar: bar, meter: exercise.meter),
            spoken: RhythmWording.bar(bar, music, in: exercise.meter))
    }

    var offered: RhythmChoices? {
        guard choices.input != .none, !library.isEmpty else {
            return nil
        }
        var offered = RhythmChoices()
        let parts = Set(chosen.patterns.map(\.id))
        offered.source.options = RhythmPreferences.Source.allCases.filter { $0 != .own || own != nil }.map {
            .init($0.rawValue, RhythmWording.title(of: $0))
        }
        offered.source.chosen = source.rawValue
        offered.patterns = (source == .own ? [] : fitting).map {
            .init(pattern: $0, title: PatternWording.name(of: $0.id), isChosen: parts.contains($0.id))
        }
        let rule = choices.usesCaps ? [RhythmWording.strict.title] : []
        offered.summary =
            loop?.title ?? ([summary, RhythmWording.bars(choices.bars)] + rule).joined(separator: " · ")
        if source == .random {
            let numbers = RhythmPreferences.difficultyRange.map { RhythmChoices.Option("\($0)", "\($0)") }
            offered.difficulty = .init(options: numbers, chosen: "\(choices.difficulty)")
        }
        offered.isSequence = source == .sequence
        offered.canShorten = sequence.count > 1
        offered.bars = .init(options: RhythmWording.bars(including: choices.bars), chosen: "\(choices.bars)")
        let rules = [RhythmWording.relative, RhythmWording.strict]
        offered.rule = .init(options: rules, chosen: rules[choices.usesCaps ? 1 : 0].id)
        offered.ruleNote = RhythmWording.note(on: choices)
        return offered
    }

    private var summary: String {
        if let opened {
            return opened.name
        }
        return switch source {
        case .fixed: pattern(choices.pattern).map { PatternWording.name(of: $0.id) } ?? ""
        case .sequence: RhythmWording.sequence(of: sequence.count)
        case .random: RhythmWording.difficulty(choices.difficulty)
        case .own: RhythmWording.title(of: .own)
        }
    }

    var lamps: [State.Lamp] {
        let clicks = running?.clicks ?? choices.clicks()
        return (0..<clicks.beats).map { beat in
            let stress = clicks.stress(ofBeat: beat)
            return .init(stress: stress, spoken: RhythmWording.beat(beat, stress))
        }
    }

    var tools: [State.Tool] {
        let listens = choices.input == .microphone
        let latency = choices.latencies[latencyKey(listens: listens)].map(RhythmWording.latency) ?? ""
        let calibrate = State.Tool(action: .calibrateLatency, note: latency)
        let learn = State.Tool(action: .learnInstrument, note: choices.instrument == nil ? "" : tr("learned"))
        return choices.input == .none ? [] : listens ? [learn, calibrate] : [calibrate]
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
