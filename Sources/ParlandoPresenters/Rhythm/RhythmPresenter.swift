public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the rhythm page.
@MainActor public final class RhythmPresenter: PreferenceReader {
    weak var view: (any RhythmView)?
    let training: any RhythmTraining
    var events = EventClock()
    var taps = TapTempo()
    var beat = ForwardBeat()
    private(set) var screen: RhythmScreen
    /// Repeats the activity that was started last.
    var again: @MainActor (RhythmPresenter) -> Void = { $0.start() }
    /// Time at which the last results were shown.
    private var finished: HostTime?
    private let chosen: ChosenPreferences
    private let clock: any MonotonicClock
    let haptics: any StrokeHaptics
    /// Index of the latest stroke of the exercise that was judged.
    var newestStroke: Int?
    private var state = RhythmViewState()

    /// - Parameter patterns: the patterns that exercises are made of, easiest first.
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

    /// Renders the first state and starts to receive events. Call once.
    public func activate() {
        view?.delegate = self
        training.delegate = self
        screen.preferences = chosen.current
        screen.seed = newSeed
        state = screen.state
        view?.render(state)
        chosen.watch(for: self)
    }

    /// Changes the screen and renders it. Each event makes one new state, which is rendered once.
    func update(_ change: (inout RhythmScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the preferences, stores them and shows them.
    func choose(_ change: (inout RhythmPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.rhythm) }
        update { $0.preferences = preferences }
    }

    /// Starts the chosen exercise or the metronome.
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

    /// Records the time at which results are shown.
    func noteResults() {
        finished = clock.now
    }

    /// Whether the results have just appeared, so that a key press is probably a late stroke rather than a command.
    var areResultsNew: Bool {
        screen.results != nil && finished.map { clock.now.seconds(since: $0) < 1.5 } ?? false
    }

    /// Ends the current activity.
    func stop() {
        guard screen.phase != .idle, !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await training.stop() }
    }

    /// Returns a new seed, so that a random exercise draws a different sequence of the same patterns.
    var newSeed: UInt64 {
        UInt64(bitPattern: clock.now.nanoseconds)
    }

    /// Switches the running activity to the devices that are chosen now.
    private func follow(listens: Bool) {
        let key = screen.latencyKey(listens: listens)
        guard key != screen.devices else {
            return
        }
        update { screen in
            screen.noteDevices(listens: listens)
            // The bias was measured with the former devices.
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
