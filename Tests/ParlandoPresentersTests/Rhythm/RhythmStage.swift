import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport

/// A rhythm page whose service is played by the test.
@MainActor struct RhythmStage {
    let view = SpyRhythmView()
    let training = FakeRhythmTraining()
    let haptics = SpyHaptics()
    let practice = FakePracticeStore()
    let store: FakePreferenceStore
    let presenter: RhythmPresenter
    /// The first click of the count-in is heard at the moment 0, at 120 beats per minute.
    let clock = BeatClock(
        map: TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 0), rate: 48_000), rate: 48_000, firstClick: 0,
        startTick: 0, tempo: Tempo(clamping: 120))

    init(_ change: (inout RhythmPreferences) -> Void = { _ in }) {
        var preferences = Preferences()
        change(&preferences.rhythm)
        store = FakePreferenceStore(preferences)
        presenter = RhythmPresenter(
            view: view, training: training, patterns: SamplePatterns.all, store: store, clock: FixedMonotonicClock(),
            haptics: haptics, practice: practice, calendar: FixedClock())
        presenter.activate()
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

    func enter(_ phases: RhythmPhase...) {
        phases.forEach { presenter.rhythmService(training, didReport: .phase($0)) }
    }

    func play() {
        presenter.pressButton()
        enter(.opening, .countIn)
        presenter.rhythmService(training, didReport: .clock(clock))
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
        presenter.rhythmService(
            training,
            didReport: .verdicts([Verdict(grade: grade, note: note, stroke: stroke, tick: tick, deviation: deviation)]))
    }

    func finish(_ verdicts: [Verdict], seconds: Double = 12) {
        presenter.rhythmService(training, didReport: .results(RhythmResults(verdicts: verdicts, seconds: seconds)))
        enter(.idle)
    }

    /// The next commands, as many as asked for.
    func next(_ count: Int) async -> [FakeRhythmTraining.Command] {
        var iterator = training.commands.makeAsyncIterator()
        var result: [FakeRhythmTraining.Command] = []
        while result.count < count, let command = await iterator.next() {
            result.append(command)
        }
        return result
    }
}
