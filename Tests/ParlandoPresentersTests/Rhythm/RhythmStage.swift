import ParlandoCore
import ParlandoServices
import ParlandoTestSupport

@testable import ParlandoPresenters

/// A rhythm page over the real service. The page hears what the test reports; it hears the service itself only after
/// `connect`.
@MainActor struct RhythmStage {
    let view = SpyRhythmView()
    let trainer = PlayedRhythm()
    let haptics = SpyHaptics()
    let practice = FakePracticeStore()
    let book: FakePracticeBook
    let store: FakePreferenceStore
    let presenter: RhythmPresenter
    /// The first click of the count-in is heard at the moment 0, at 120 beats per minute.
    let clock = BeatClock(
        map: TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 0), rate: 48_000), rate: 48_000, firstClick: 0,
        startTick: 0, course: TempoCourse(tempo: Tempo(clamping: 120), beatTicks: 120))

    init(
        patterns: [Pattern] = SamplePatterns.all, book: FakePracticeBook = FakePracticeBook(),
        _ change: (inout RhythmPreferences) -> Void = { _ in }
    ) {
        self.book = book
        var preferences = Preferences()
        change(&preferences.rhythm)
        store = FakePreferenceStore(preferences)
        presenter = RhythmPresenter(
            view: view, training: trainer.service, patterns: patterns, store: store,
            clock: FixedMonotonicClock(), haptics: haptics, practice: practice, book: book, calendar: FixedClock())
        presenter.activate()
        trainer.service.delegate = trainer.spy
    }

    /// Lets the page hear the service.
    func connect() {
        trainer.spy.listener = presenter
    }

    /// Starts what is chosen with the service, and lets the devices run.
    func start(captureRate: Int? = nil) async {
        connect()
        presenter.pressButton()
        _ = await trainer.nextOpening()
        await trainer.run(captureRate: captureRate)
    }

    /// What was started.
    var running: RhythmOptions? {
        presenter.screen.running
    }

    /// What is chosen now.
    var choices: RhythmPreferences {
        store.load().rhythm
    }

    /// Chooses another loudspeaker and another tempo, and waits until the page shows the tempo.
    func chooseAnotherOutput() async {
        store.change { preferences in
            preferences.rhythm.output = "hw:1"
            preferences.rhythm.beatsPerMinute = 100
        }
        await view.nextChange(until: { [view] in view.state.tempo == 100 })
    }

    func report(_ event: RhythmEvent) {
        presenter.rhythmService(trainer.service, didReport: event)
    }

    func enter(_ phases: RhythmPhase...) {
        phases.forEach { report(.phase($0)) }
    }

    /// Waits until the service calibrates, and ends it with a failure. Returns the devices that it used.
    func failCalibration(_ failure: RhythmFailure) async -> TransportOptions? {
        let devices = await trainer.nextOpening()
        enter(.calibrating)
        await trainer.service.stop()
        await trainer.spy.wait(for: .idle)
        report(.failure(failure))
        enter(.idle)
        return devices
    }

    func play() {
        presenter.pressButton()
        enter(.opening, .countIn)
        report(.clock(clock))
        enter(.playing)
    }

    /// Makes the frame that is seen at a beat of the exercise.
    func show(beat: Double) {
        // The count-in takes the first four beats.
        let moment = HostTime(nanoseconds: 0).advanced(by: (beat + 4) * 0.5)
        presenter.showFrame(at: moment)
    }

    /// Calibrates by microphone, as a user who has read what is played.
    func letTestSoundPlay() {
        presenter.press(.calibrateLatency)
        presenter.press(.calibrateNow)
    }

    func judge(_ grade: Grade, note: Int?, stroke: Int?, tick: Int, _ deviation: Double? = nil) {
        report(.verdicts([Verdict(grade: grade, note: note, stroke: stroke, tick: tick, deviation: deviation)]))
    }

    func finish(_ verdicts: [Verdict], seconds: Double = 12) {
        finish(RhythmResults(verdicts: verdicts, seconds: seconds))
    }

    func finish(_ results: RhythmResults) {
        report(.results(results))
        enter(.idle)
    }
}
