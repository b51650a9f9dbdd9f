public import ParlandoCore
public import ParlandoServices

/// Turns presses into commands, and news into what the rhythm page shows.
@MainActor public final class RhythmPresenter: PreferenceReader {
    weak var view: (any RhythmView)?
    let training: any RhythmTraining
    var events = EventClock()
    var taps = TapTempo()
    var beat = ForwardBeat()
    private(set) var screen: RhythmScreen
    /// Begins once more what was begun last.
    var again: @MainActor (RhythmPresenter) -> Void = { $0.start() }
    /// When the last results were shown.
    private var finished: HostTime?
    private let chosen: ChosenPreferences
    private let clock: any MonotonicClock
    let haptics: any StrokeHaptics
    /// The newest stroke of the exercise that was judged.
    var newestStroke: Int?
    private var state = RhythmViewState()

    /// - Parameter patterns: what exercises are made of, the easiest first.
    public init(
        view: any RhythmView, training: any RhythmTraining, patterns: [Pattern], store: any PreferenceStore,
        clock: any MonotonicClock, haptics: any StrokeHaptics
    ) {
        self.view = view
        self.training = training
        chosen = ChosenPreferences(in: store)
        self.clock = clock
        self.haptics = haptics
        screen = RhythmScreen(library: patterns)
    }

    /// Shows the first state and begins to listen. Call once.
    public func activate() {
        view?.delegate = self
        training.delegate = self
        screen.preferences = chosen.current
        screen.seed = newSeed
        state = screen.state
        view?.render(state)
        chosen.watch(for: self)
    }

    /// One piece of news makes one new state, and one state is drawn once.
    func update(_ change: (inout RhythmScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the choices, keeps them and shows them.
    func choose(_ change: (inout RhythmPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.rhythm) }
        update { $0.preferences = preferences }
    }

    /// Begins what is chosen.
    func start() {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        let options = screen.options
        if let exercise = options.exercise, exercise.isEmpty {
            view?.showToast(tr("No patterns to play."))
            return
        }
        beat = ForwardBeat()
        newestStroke = nil
        again = { $0.start() }
        update { screen in
            screen.begin(options)
        }
        view?.focus(.button)
        Task { [training] in await training.start(options) }
    }

    /// Notes when results are shown.
    func noteResults() {
        finished = clock.now
    }

    /// Whether a key may still be a stroke that came after the end.
    var areResultsNew: Bool {
        screen.results != nil && finished.map { clock.now.seconds(since: $0) < 1.5 } ?? false
    }

    /// Ends what is going on, whatever it is.
    func stop() {
        guard screen.phase != .idle, !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await training.stop() }
    }

    /// Draws other music from the same patterns the next time.
    var newSeed: UInt64 {
        UInt64(bitPattern: clock.now.nanoseconds)
    }

    /// What is played goes on with the devices that are chosen now.
    private func follow(listens: Bool) {
        let key = screen.latencyKey(listens: listens)
        guard key != screen.devices else {
            return
        }
        update { screen in
            screen.noteDevices(listens: listens)
            // What was offered was measured with the other devices.
            if case .steadyBias = screen.warning {
                screen.warning = nil
            }
        }
        let devices = screen.transport(listens: listens)
        let latency = screen.choices.latencies[key]
        Task { [training] in await training.change(devices: devices, latency: latency) }
    }

    func adopt(_ preferences: Preferences) {
        let old = screen.options
        update { $0.preferences = preferences }
        let new = screen.options
        if let running = screen.running {
            follow(listens: running.input == .microphone)
        }
        guard screen.phase != .idle else {
            return
        }
        if new.clickVolume != old.clickVolume || new.guideVolume != old.guideVolume {
            Task { [training] in
                await training.change(clickVolume: new.clickVolume, guideVolume: new.guideVolume)
            }
        }
    }
}

extension RhythmScreen {
    fileprivate mutating func begin(_ options: RhythmOptions) {
        isWaiting = true
        running = options
        noteDevices(listens: options.input == .microphone)
        clock = nil
        place = nil
        book = VerdictBook()
        results = nil
        warning = nil
        failure = nil
    }
}
