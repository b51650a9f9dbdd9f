import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// A session by itself, which a test tells what happens.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ExerciseSessionTests {
    private let scene = SessionScene()

    /// A session with a microphone whose devices run.
    private func listening(bars: Int) async -> ExerciseSession {
        let options = RhythmOptions(
            exercise: .quarters(bars: bars), tempo: Tempo(clamping: 120), input: .microphone, latency: 0.05)
        var session = await scene.begun(options)
        run(&session)
        return session
    }

    private func run(_ session: inout ExerciseSession) {
        scene.run(&session, captureRate: SessionScene.rate, origin: HostTime(nanoseconds: 1))
    }

    @Test func clicksBetweenBeatsAreSwungOnlyIfTheNotesAre() {
        let thirds = (0..<3).map { _ in Pattern.Element(ticks: 160, tuplet: .triplet) }
        let halves = (0..<2).map { _ in Pattern.Element(ticks: 240) }
        let swing = Swing(percent: 66)
        let clicks = ClickPattern(meter: .fourFour, clicksPerBeat: 2, swing: swing)
        let both = Exercise(
            .sequence([Pattern(id: "poly", elements: thirds, companion: halves)]), bars: 2, swing: swing)
        for exercise in [both, Exercise(.sequence([Pattern(id: "half", elements: halves)]), bars: 2, swing: swing)] {
            let session = ExerciseSession(RhythmOptions(exercise: exercise, clicks: clicks), tools: scene.tools)
            #expect(session.options.clicks.swing == exercise.swing)
        }
        #expect(both.swing == .straight)
        let metronome = ExerciseSession(RhythmOptions(exercise: nil, clicks: clicks), tools: scene.tools)
        #expect(metronome.options.clicks == clicks)
    }

    /// Its thread goes on with the sound that it was given before it was let go.
    @Test func whatAnEarSaysOfADeviceThatIsGoneDoesNotCount() async {
        var session = await listening(bars: 20)
        session.handle(.heard(.loudspeaker(delay: 0.4), ear: 1))
        #expect(session.heardDelay == 0.4)
        session.handle(.transport(.lost(AudioError(.lost))))
        session.handle(.heard(.loudspeaker(delay: 0.4), ear: 1))
        #expect(session.heardDelay == nil)
        run(&session)
        session.handle(.heard(.loudspeaker(delay: 0.4), ear: 1))
        #expect(session.heardDelay == nil)
        session.handle(.heard(.loudspeaker(delay: 0.01), ear: 2))
        #expect(session.heardDelay == 0.01)
    }

    /// Its frames are not those of the devices that come.
    @Test func whatComesOfDevicesThatAreBeingClosedIsOfNoUse() async {
        var session = await listening(bars: 20)
        session.handle(.command(.devices(TransportOptions(output: "usb"), latency: nil)))
        #expect(session.phase == .opening)
        let late = TimeMap(anchorFrame: 900_000, anchorTime: HostTime(nanoseconds: 1), rate: Double(SessionScene.rate))
        session.handle(.transport(.playback(late)))
        session.handle(.transport(.running(playbackRate: 8000, captureRate: 8000)))
        session.handle(.transport(.lost(AudioError(.lost))))
        #expect(session.map == nil && session.rate == 0 && session.phase == .opening)
        session.handle(.transportEnded)
        session.handle(.opened)
        run(&session)
        #expect(session.rate == SessionScene.rate && session.phase == .countIn)
    }

    /// What is taken off is what was heard; a correction of what was calibrated would change nothing.
    @Test(arguments: [true, false])
    func aBiasIsNoFaultOfDevicesWhoseWayIsHeard(isHeard: Bool) async {
        var session = await listening(bars: 20)
        if isHeard {
            session.handle(.heard(.loudspeaker(delay: 0.05), ear: 1))
        }
        for beat in 4..<60 {
            let late = 0.07
            let frame = Double(session.firstClick) + (Double(beat) * 0.5 + late) * Double(SessionScene.rate)
            session.handle(.heard(.stroke(frame: frame), ear: 1))
        }
        session.handle(.command(.stop))
        await scene.spy.wait { !$0.results.isEmpty }
        #expect(scene.spy.results.first?.timing.count == 56)
        #expect(scene.spy.warnings.isEmpty == isHeard)
    }

    /// Strokes that were judged by a wrong alignment, or before the loudspeaker was heard, are judged again.
    @Test(arguments: [(EarNews.moved(frames: -1440), 0.05), (.loudspeaker(delay: 0.08), 0.08)])
    func whatIsLearnedOfTheWayAppliesToTheStrokesBefore(news: EarNews, delay: Double) async {
        var session = await listening(bars: 20)
        for beat in 4..<12 {
            let frame = Double(session.firstClick) + (Double(beat) * 0.5 + 0.08) * Double(SessionScene.rate)
            session.handle(.heard(.stroke(frame: frame), ear: 1))
        }
        session.handle(.heard(news, ear: 1))
        session.handle(.heard(.loudspeaker(delay: delay), ear: 1))
        // A microphone that is moved later, or clocks that run apart, do not concern what was judged.
        session.handle(.heard(.loudspeaker(delay: 0.2), ear: 1))
        session.handle(.command(.stop))
        await scene.spy.wait { !$0.results.isEmpty }
        #expect(scene.spy.results.first?.timing.count == 8)
        #expect(abs(scene.spy.results.first?.timing.mean ?? 1) < 1e-6)
    }

    /// If it is still lost when the exercise is to go on, the phase says so.
    @Test func aDeviceThatIsLostDuringAPauseIsNoFailure() async {
        var session = await listening(bars: 20)
        session.handle(.command(.pause))
        session.handle(.transport(.lost(AudioError(.lost))))
        session.handle(.command(.resume))
        session.handle(.command(.stop))
        await scene.spy.wait { !$0.results.isEmpty }
        #expect(scene.spy.failures.isEmpty)
        #expect(scene.spy.phases == [.opening, .countIn, .paused, .deviceLost])
    }

    @Test func aTempoThatIsTakenBackAtOnceLeavesNothingToWaitFor() async {
        let options = RhythmOptions(exercise: nil, tempo: Tempo(clamping: 60), input: .none)
        var session = await scene.begun(options)
        run(&session)
        let now = scene.now
        session.handle(.command(.tempo(Tempo(clamping: 120))))
        #expect(session.wake.map { $0.seconds(since: now) < 1 } == true)
        session.handle(.command(.tempo(Tempo(clamping: 60))))
        _ = scene.transport.render(5 * SessionScene.rate, at: 0)
        session.handle(.woke)
        #expect(session.wake.map { $0.seconds(since: now) > 10 } == true)
        #expect(session.tempo == Tempo(clamping: 60))
    }

    @Test func aListenerThatWasStoppedWhileItOpenedBeginsNothing() async {
        var session = ListeningSession(learns: false, options: TransportOptions(listens: true), tools: scene.tools)
        session.begin()
        _ = await scene.transport.commands.first { @Sendable _ in true }
        session.handle(.command(.stop))
        #expect(!session.isOver)
        scene.transport.run(playbackRate: SessionScene.rate, captureRate: SessionScene.rate)
        session.handle(.transport(.running(playbackRate: SessionScene.rate, captureRate: SessionScene.rate)))
        #expect(scene.transport.render(2 * SessionScene.rate, at: 0).allSatisfy { $0 == 0 })
        session.handle(.opened)
        session.handle(.transportEnded)
        #expect(session.isOver)
    }
}

@Suite struct BiasWatchTests {
    @Test func fiftyLateHitsAreABiasAndFortyNineAreNot() {
        var watch = BiasWatch()
        #expect(watch.add(hits(49, deviation: 0.020)) == nil)
        #expect(watch.add(hits(1, deviation: 0.020)) == 0.020)
        // Once is enough.
        #expect(watch.add(hits(50, deviation: 0.020)) == nil)
    }

    @Test func scatterIsNoBias() {
        var watch = BiasWatch()
        #expect(watch.add(hits(28, deviation: 0.020) + hits(22, deviation: -0.020)) == nil)
    }

    @Test func missedNotesAndStraysDoNotCount() {
        var watch = BiasWatch()
        let others = (0..<200).map { index in
            Verdict(grade: .stray, note: nil, stroke: index, tick: 0, deviation: 0.1)
        }
        #expect(watch.add(others) == nil)
        #expect(watch.add(hits(50, deviation: -0.012)) == -0.012)
    }

    private func hits(_ count: Int, deviation: Double) -> [Verdict] {
        (0..<count).map { Verdict(grade: .good, note: $0, stroke: $0, tick: 0, deviation: deviation) }
    }
}
