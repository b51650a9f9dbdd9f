import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the rhythm page. `state` computes the view state from them.
struct RhythmScreen {
    typealias State = RhythmViewState

    /// The bar and beat that are being played. Texts and notation change with them.
    struct Place: Equatable {
        var bar = 0
        var beat = 0
        var isCountIn = true
    }

    /// The number of strokes heard so far while an instrument is learned or the latency is calibrated, and the number
    /// needed.
    struct Tally: Equatable {
        var count = 0
        var needed: Int?
    }

    /// All rhythm patterns from which exercises can be made, easiest first.
    let library: [Pattern]
    var phase = RhythmPhase.idle
    /// Whether a command is under way. Until the service answers, pressing a button has no effect.
    var isWaiting = false
    var preferences = Preferences()
    /// Random seed that determines which sequence of patterns a random exercise draws.
    var seed: UInt64 = 0
    /// Options of the current activity, or nil if nothing is playing.
    var running: RhythmOptions?
    /// Key under which the preferences store the latency of the audio devices that the current or latest activity uses.
    private(set) var devices = ""
    var clock: BeatClock?
    var place: Place?
    var book = VerdictBook()
    /// The latest movement of a beat's lamp, which shows a new verdict (grade of a note or stroke); nil if there was
    /// none.
    var movement: State.Movement?
    var tally = Tally()
    var results: RhythmResults?
    /// The days on which the exercise was practised to which `results` belong, oldest first.
    var practice: [PracticeDay] = []
    /// Input level of the microphone, in dBFS.
    var level = -Double.infinity
    var warning: RhythmWarning?
    var failure: Message?
    /// Whether a banner is shown that says which test sound a calibration by microphone will play.
    var isTestSoundAnnounced = false
    /// The devices, as the key of their latency, from which the user has let that sound; nil if none.
    var testSoundDevices: String?

    /// Input level in dBFS below which the level display stays empty: the background noise of a quiet room.
    private static let quietest = -60.0

    var choices: RhythmPreferences {
        preferences.rhythm
    }

    var state: State {
        var state = State()
        state.button = button
        state.buttonLabel = buttonLabel
        (state.pause, state.pauseLabel) = pause
        state.tempo = choices.tempo.beatsPerMinute
        state.showsTempo = running?.exercise == nil
        state.lamps = lamps
        state.canChangeLamps = running?.exercise == nil
        state.meters = meters
        state.meter = choices.meter.rawValue
        state.subdivisions = running?.exercise == nil ? subdivisions : []
        state.subdivision = "\(choices.clicksPerBeat)"
        state.caption = caption
        state.input = choices.input
        state.inputs = isAtRest ? RhythmInput.allCases.map { .init($0.rawValue, RhythmWording.title(of: $0)) } : []
        state.choices = isAtRest ? offered : nil
        state.rows = rows
        state.showsLamps = running != nil || state.rows.isEmpty
        addPlaying(to: &state)
        state.tools = isAtRest ? tools : []
        state.status = status
        state.banner = banner
        state.progress = progress
        state.results = isAtRest ? results.map { RhythmReport($0, practice: practice) } : nil
        return state
    }

    /// Stores in `devices` which audio devices are chosen now, including the microphone if `listens` is true. To be
    /// called when an activity starts or switches to other devices.
    mutating func noteDevices(listens: Bool) {
        devices = latencyKey(listens: listens)
    }

    private func addPlaying(to state: inout State) {
        state.showsFeedback = running?.exercise != nil
        state.feedback = book.verdicts.last.map(RhythmWording.feedback)
        state.movement = movement
        state.strip = book.lastStrokes.map(StripScale.mark)
        state.stripLabels = StripScale.labels(book.lastStrokes)
        state.takesStrokes = takesStrokes
        state.isMoving = isMoving
        state.listens = listens
        state.level = listens ? min(max(0, 1 - level / Self.quietest), 1) : 0
    }

    /// Whether the rhythm trainer is idle: no exercise or other activity is under way or about to start.
    private var isAtRest: Bool {
        phase == .idle && running == nil
    }

    /// Whether playback is running, so that the position of the beat has to be drawn in every frame.
    var isMoving: Bool {
        clock != nil && (phase == .countIn || phase == .playing)
    }

    /// Whether key presses and clicks count as strokes now. If not, keys keep their usual function.
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
