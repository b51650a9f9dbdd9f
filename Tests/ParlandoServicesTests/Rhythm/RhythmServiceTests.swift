import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmServiceTests {
    private let stage = PlayedRhythm()
    private let tapping = RhythmOptions(exercise: .quarters(bars: 1), tempo: Tempo(clamping: 120), input: .tap)

    @Test func anExerciseGoesThroughItsPhasesAndEndsByItself() async {
        await stage.start(tapping)
        await stage.spy.wait(for: .countIn)
        stage.advance(toTick: 0)
        await stage.spy.wait(for: .playing)
        stage.advance(toTick: 480 + 120)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.phases == [.opening, .countIn, .playing, .idle])
        #expect(stage.spy.results.first?.count(.missed) == 4)
        #expect(stage.spy.results.first?.seconds == 2)
        #expect(stage.transport.history == [.open(TransportOptions()), .close])
    }

    @Test func anExerciseLastsUntilItsLastBarEndsThoughItsLastNoteIsJudgedBefore() async {
        var options = tapping
        options.tempo = Tempo(clamping: 60)
        await stage.play(options)
        // Half a beat after the last note, and what a stroke may take to arrive.
        stage.advance(toTick: 450)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.results.first?.seconds == 4)
    }

    @Test func eachTapIsJudgedByItsOwnMomentHoweverLateItArrives() async {
        await stage.play(tapping)
        let moment = stage.moment(ofTick: 120).advanced(by: 0.020)
        stage.advance(toTick: 130)
        await stage.service.tap(at: moment)
        await stage.spy.wait { $0.verdicts.contains { $0.stroke != nil } }
        let verdict = stage.spy.verdicts.first { $0.stroke != nil }
        #expect(verdict?.grade == .perfect && verdict?.note == 1)
        #expect(abs((verdict?.deviation ?? 1) - 0.020) < 1e-6)
    }

    @Test func itSleepsUntilANoteCanBeMissed() async {
        await stage.play(tapping)
        // A quarter of a second until the first note's time is over, and what strokes may take to arrive.
        while !stage.time.sleeps.contains(where: { abs($0 / .milliseconds(1) - 401) < 2 }), !Task.isCancelled {
            await Task.yield()
        }
        stage.time.advance(by: .milliseconds(402))
        await stage.spy.wait { !$0.verdicts.isEmpty }
        #expect(stage.spy.verdicts.map(\.grade) == [.missed])
    }

    @Test func theCalibratedLatencyIsSubtracted() async {
        var options = tapping
        options.latency = 0.1
        await stage.play(options)
        let moment = stage.moment(ofTick: 0).advanced(by: 0.1)
        stage.advance(toTick: 50)
        await stage.service.tap(at: moment)
        await stage.spy.wait { !$0.verdicts.isEmpty }
        #expect(abs(stage.spy.verdicts.first?.deviation ?? 1) < 1e-6)
    }

    /// As over Bluetooth: the player hears the last note when the device has long been given all of it.
    @Test func aLastStrokeIsWaitedForAsLongAsItsSoundTakes() async {
        var options = tapping
        options.latency = 0.3
        await stage.play(options)
        await stage.reach(tick: 360 + 125)
        await stage.service.tap(at: stage.moment(ofTick: 360 + 48).advanced(by: 0.3))
        await stage.spy.wait { $0.verdicts.contains { $0.stroke != nil } }
        stage.advance(toTick: 600)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.verdicts.filter { $0.note == 3 }.map(\.grade) == [.inaccurate])
        #expect(stage.spy.results.first?.count(.missed) == 3)
    }

    @Test func aNoteBeforeTheBarThatIsPlayedAgainIsToldToBeMissed() async {
        var options = tapping
        options.exercise = .quarters(bars: nil)
        options.latency = 0.3
        await stage.play(options)
        stage.advance(toTick: 495)
        await stage.spy.wait { $0.verdicts.map(\.note) == [0, 1, 2] }
        await stage.service.pause()
        await stage.spy.wait(for: .paused)
        await stage.service.resume()
        await stage.spy.wait(for: .countIn)
        #expect(stage.spy.verdicts.map(\.note) == [0, 1, 2, 3])
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.results.first?.count(.missed) == 4)
    }

    /// Nothing of the exercise is left to go on with.
    @Test(arguments: [true, false])
    func aPauseOrALossAfterTheLastBarOnlyEndsIt(isLoss: Bool) async {
        var options = tapping
        options.latency = 0.3
        await stage.play(options)
        stage.advance(toTick: 500)
        if isLoss {
            stage.transport.say(.lost(AudioError(.lost, of: .loudspeaker)))
        } else {
            await stage.service.pause()
            stage.advance(toTick: 600)
        }
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.phases == [.opening, .countIn, .playing, .idle])
        #expect(stage.spy.results.count == 1)
    }

    @Test func twoKeysAtOnceAreOneStroke() async {
        await stage.play(tapping)
        let moment = stage.moment(ofTick: 0)
        stage.advance(toTick: 20)
        await stage.service.tap(at: moment)
        await stage.service.tap(at: moment.advanced(by: 0.025))
        await stage.service.tap(at: moment.advanced(by: -0.010))
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.verdicts.count == 1)
        #expect(stage.spy.results.first?.count(.stray) == 0)
    }

    @Test func aSecondStartDoesNothing() async {
        await stage.start(tapping)
        await stage.service.start(tapping)
        await stage.service.calibrate(TransportOptions())
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.transport.history == [.open(TransportOptions()), .close])
    }

    @Test func aStopThatFollowsAtOnceEndsBeforeAnythingSounds() async {
        await stage.service.start(tapping)
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(!stage.transport.isOpen)
        #expect(stage.spy.phases == [.opening, .idle])
    }

    @Test func afterTheEndItCanBeStartedAgain() async {
        for round in 1...3 {
            await stage.service.start(tapping)
            await stage.service.stop()
            await stage.spy.wait { $0.phases.count { $0 == .idle } == round }
        }
    }

    @Test func anExerciseThatIsOnlyToBeHeardBeginsWithItsFirstNote() async {
        var options = RhythmOptions(
            exercise: .quarters(bars: 1), tempo: Tempo(clamping: 120), input: .none, clickVolume: 0)
        options.countsIn = false
        await stage.start(options)
        let first = stage.advance(seconds: 0.6).firstIndex { $0 != 0 } ?? 0
        #expect((19_200..<19_500).contains(first))
        await stage.advance { $0.phases.last == .idle }
        #expect(stage.spy.phases == [.opening, .playing, .idle] && stage.spy.results.first?.seconds == 2)
    }

    @Test func aPauseGoesOnWithACountInAtItsBar() async {
        var options = tapping
        options.exercise = .quarters(bars: nil)
        await stage.start(options)
        stage.advance(toTick: 480 * 2 + 300)
        await stage.spy.wait(for: .playing)
        await stage.service.pause()
        await stage.spy.wait(for: .paused)
        stage.advance(seconds: 60)
        await stage.service.resume()
        await stage.spy.wait { $0.clocks.last?.startTick == 960 }
        stage.advance(toTick: 960)
        await stage.spy.wait(for: .playing)
        await stage.service.tap(at: stage.moment(ofTick: 960))
        await stage.spy.wait { $0.verdicts.contains { $0.stroke != nil } }
        #expect(stage.spy.verdicts.last?.note == 8)
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        // The minute of the pause does not count.
        #expect(abs((stage.spy.results.first?.seconds ?? 0) - 4) < 0.2)
        #expect(stage.spy.phases == [.opening, .countIn, .playing, .paused, .countIn, .playing, .idle])
    }

    @Test func aLostDevicePausesAndItsReturnCountsIn() async {
        await stage.start(tapping)
        stage.advance(toTick: 200)
        await stage.spy.wait(for: .playing)
        let error = AudioError(.lost, of: .loudspeaker)
        stage.transport.say(.lost(error))
        await stage.spy.wait(for: .deviceLost)
        await stage.spy.wait { $0.failures == [.audio(error)] }
        stage.transport.run(playbackRate: 44_100)
        await stage.spy.wait(for: .countIn)
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.results.count == 1)
    }

    @Test func otherDevicesGoOnWithACountIn() async {
        await stage.start(tapping)
        stage.advance(toTick: 200)
        await stage.spy.wait(for: .playing)
        stage.transport.say(.lost(AudioError(.lost, of: .loudspeaker)))
        await stage.spy.wait(for: .deviceLost)
        await stage.service.change(devices: TransportOptions(output: "usb"), latency: nil)
        await stage.spy.wait(for: .opening)
        #expect(await stage.nextCommand() == .close)
        #expect(await stage.nextCommand() == .open(TransportOptions(output: "usb")))
        stage.transport.run(playbackRate: 44_100)
        await stage.spy.wait { $0.phases.count { $0 == .countIn } == 2 }
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.results.count == 1)
    }

    @Test func otherDevicesThatCannotBeOpenedLeaveTheResults() async {
        await stage.play(tapping)
        let error = AudioError(.busy, of: .loudspeaker)
        stage.transport.failNextOpen(error)
        await stage.service.change(devices: TransportOptions(output: "usb"), latency: nil)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.failures == [.audio(error)])
        #expect(stage.spy.results.count == 1)
        #expect(!stage.transport.isOpen)
    }

    @Test func theLastOfSeveralChoicesIsOpened() async {
        await stage.play(tapping)
        for output in ["usb", "hdmi"] {
            await stage.service.change(devices: TransportOptions(output: output), latency: nil)
        }
        var command: FakeTransport.Command?
        while command != .open(TransportOptions(output: "hdmi")) {
            command = await stage.nextCommand()
        }
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(!stage.transport.isOpen)
    }

    @Test func aDeviceThatCannotBeOpenedEndsIt() async {
        let error = AudioError(.busy, of: .loudspeaker)
        stage.transport.failNextOpen(error)
        await stage.service.start(tapping)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.failures == [.audio(error)])
        #expect(stage.spy.results.isEmpty)
    }

    @Test func dropoutsAreCountedAndToldAndShiftNothing() async {
        await stage.play(tapping)
        let before = stage.spy.clocks.last?.firstClick
        stage.transport.say(.xrun(frames: 480, isPlayback: true))
        stage.transport.say(.xrun(frames: 0, isPlayback: false))
        await stage.spy.wait { $0.warnings.count == 2 }
        #expect(stage.spy.warnings == [.dropouts(count: 1), .dropouts(count: 2)])
        #expect(stage.spy.clocks.last?.firstClick == before)
    }

    @Test func theMetronomeHasNoCountInAndASlowerTempoBeginsAtABeat() async {
        await stage.start(RhythmOptions(exercise: nil, tempo: Tempo(clamping: 60), input: .none))
        await stage.spy.wait(for: .playing)
        stage.advance(toTick: 60)
        await stage.service.change(tempo: Tempo(clamping: 40))
        // At the first beat after the order has arrived, whenever that is.
        await stage.advance { $0.clocks.last?.tempo == Tempo(clamping: 40) }
        let clock = stage.spy.clocks.last
        let isOnABeat = (1...600).contains { beat in
            let moment = stage.map.time(of: (0.4 + Double(beat)) * 48_000)
            return abs((clock?.tick(at: moment) ?? 0) - Double(120 * beat)) < 0.1
        }
        #expect(isOnABeat)
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.results.isEmpty)
        #expect(stage.spy.phases == [.opening, .playing, .idle])
    }

    @Test(arguments: [
        RhythmOptions(exercise: Exercise(.sequence([]), bars: 0), input: .tap),
        RhythmOptions(exercise: Exercise(.random(among: [], seed: 0), bars: nil), input: .tap, latency: 1e9),
        RhythmOptions(exercise: .quarters(bars: -1), clickVolume: .nan, guideVolume: -5, latency: .nan),
        RhythmOptions(exercise: .quarters(bars: 2), caps: GradeCaps(perfect: -1, good: .infinity, inaccurate: .nan)),
    ])
    func absurdOptionsDoNoHarm(options: RhythmOptions) async {
        await stage.start(options)
        stage.advance(toTick: 100)
        await stage.service.tap(at: stage.now)
        await stage.service.tap(at: HostTime(nanoseconds: .min / 4))
        await stage.service.tap(at: HostTime(nanoseconds: .max / 4))
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
    }

    @Test func tapsAtClicksGiveALatency() async {
        await stage.calibrateByTaps()
        for beat in 0..<19 {
            stage.advance(toTick: Double(beat * 120) + 20)
            await stage.service.tap(at: stage.moment(ofTick: Double(beat * 120)).advanced(by: 0.065))
        }
        await stage.spy.wait(for: .idle)
        let calibration = stage.spy.calibrations.first
        #expect(abs((calibration?.median ?? 0) - 0.065) < 1e-5 && (calibration?.spread ?? 1) < 1e-5)
        // The clock fit of the stage is that uncertain.
        #expect(abs((calibration?.uncertainty ?? 0) - 0.0002) < 1e-5)
    }

    @Test func tapsThatScatterAreRefused() async {
        await stage.calibrateByTaps()
        for beat in 0..<19 {
            stage.advance(toTick: Double(beat * 120) + 40)
            await stage.service.tap(
                at: stage.moment(ofTick: Double(beat * 120)).advanced(by: Double(beat % 5) * 0.025))
        }
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.calibrations.isEmpty)
        guard case .spread(let spread) = stage.spy.failures.first else {
            Issue.record("not refused")
            return
        }
        #expect(spread > 0.030)
    }
}
