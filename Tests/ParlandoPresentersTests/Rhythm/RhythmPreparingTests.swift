import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Learning an instrument and calibrating, as the page shows them.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmPreparingTests {
    @Test func aCalibrationBelongsToItsDevicesWhateverIsChosenMeanwhile() async {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        stage.enter(.calibrating)
        await stage.chooseAnotherOutput()
        stage.report(.calibration(LatencyCalibration(median: 0.05, spread: 0.001, uncertainty: 0.0004)))
        #expect(stage.choices.latencies == ["default → tap": 0.05])
    }

    @Test func otherDevicesAreUsedAtOnceWithTheirOwnLatency() async {
        let stage = RhythmStage {
            $0.input = .tap
            $0.latencies = ["hw:1 → tap": 0.03]
        }
        let (trainer, spy) = (stage.trainer, stage.trainer.spy)
        await stage.start()
        stage.store.change { $0.rhythm.output = "hw:1" }
        #expect(await trainer.nextOpening() == TransportOptions(output: "hw:1"))
        let told = spy.clocks.count
        await trainer.run()
        await spy.wait { $0.clocks.count > told }
        trainer.advance(toTick: 20)
        await spy.wait(for: .playing)
        stage.presenter.strike(at: 0, received: trainer.moment(ofTick: 0).advanced(by: 0.03))
        await spy.wait { !$0.verdicts.isEmpty }
        #expect(abs(spy.verdicts.first?.deviation ?? 1) < 1e-6)
    }

    /// Noise out of the blue would frighten, and hurt in headphones.
    @Test func theTestSoundIsAnnouncedBeforeItIsPlayed() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.presenter.press(.calibrateLatency)
        #expect(stage.view.state.banner?.text.contains("loud noise") == true)
        #expect(stage.view.state.banner?.text.contains("headphones") == true)
        #expect(stage.view.state.banner?.action == PageAction("Play Test Sound", .calibrateNow))
        // Nothing was played yet: whoever does not want it presses Escape.
        stage.presenter.pressEscape()
        #expect(stage.view.state.banner == nil)
        stage.presenter.press(.calibrateLatency)
        stage.presenter.press(.calibrateNow)
        #expect(stage.view.state.banner == nil)
        #expect(await stage.trainer.nextOpening() == TransportOptions(listens: true))
        #expect(stage.trainer.transport.history.count == 1)
    }

    /// The banner of a calibration by taps offers to try again, and its button is the one that plays the noise.
    @Test func whatFailedWithTapsIsNotTriedAgainWithNoise() async {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        #expect(await stage.failCalibration(.spread(0.05)) == TransportOptions())
        #expect(stage.view.state.banner?.action?.kind == .calibrateNow)
        stage.presenter.chooseInput(.microphone)
        #expect(stage.view.state.banner == nil)
        for action in [PageAction.Kind.calibrateNow, .retry] {
            stage.presenter.press(action)
            #expect(stage.view.state.banner?.action == PageAction("Play Test Sound", .calibrateNow))
            stage.presenter.pressEscape()
        }
        stage.presenter.press(.learnInstrument)
        #expect(await stage.trainer.nextOpening() == TransportOptions(listens: true))
        await stage.trainer.spy.wait(for: .learning)
        #expect(stage.trainer.spy.phases == [.calibrating, .idle, .learning])
    }

    /// They may be headphones.
    @Test func theTestSoundIsAnnouncedAgainForOtherDevices() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        #expect(await stage.failCalibration(.silence) == TransportOptions(listens: true))
        await stage.chooseAnotherOutput()
        stage.presenter.press(.calibrateNow)
        #expect(stage.view.state.banner?.text.contains("loud noise") == true)
        stage.presenter.press(.calibrateNow)
        #expect(await stage.trainer.nextOpening() == TransportOptions(output: "hw:1", listens: true))
    }

    @Test func clicksToTapToNeedNoAnnouncement() async {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        #expect(stage.view.state.banner == nil)
        #expect(await stage.trainer.nextOpening() == TransportOptions())
    }

    /// The sound is over, and still it goes on for up to half a minute: that has to be said, and that it can be left.
    @Test func aCalibrationThatWaitsForTheSoundSystemSaysSo() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        stage.enter(.calibrating)
        stage.report(.count(1, of: 4))
        #expect(stage.view.state.progress == PageProgress("1 of 4", fraction: 0.25, canCancel: true))
        stage.report(.count(4, of: 4))
        let text = "Test sound heard. Waiting for audio to settle"
        #expect(stage.view.state.progress == PageProgress(text, fraction: nil, canCancel: true))
        stage.presenter.stop()
        await stage.trainer.spy.wait(for: .idle)
        #expect(stage.trainer.spy.phases == [.calibrating, .idle])
    }

    @Test func aCalibrationByTapsSaysThatItWaitsToo() {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        stage.enter(.calibrating)
        stage.report(.count(15, of: 16))
        #expect(stage.view.state.progress?.text == "15 of 16")
        stage.report(.count(16, of: 16))
        let text = "Done. Waiting for audio to settle"
        #expect(stage.view.state.progress == PageProgress(text, fraction: nil, canCancel: true))
    }

    @Test func aCalibrationThatIsRefusedSaysWhyAndCanBeTriedAgain() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        #expect(await stage.failCalibration(.unsteady) != nil)
        let text = "This computer is too busy to measure audio timing. Close other applications, then try again."
        #expect(stage.view.state.banner?.text == text && stage.view.state.status != text)
        #expect(stage.view.state.banner?.action?.label == "Try Again")
        #expect(stage.choices.latencies.isEmpty && stage.view.state.progress == nil)
        stage.presenter.press(.calibrateNow)
        #expect(stage.view.state.banner == nil)
        #expect(await stage.trainer.nextOpening() == TransportOptions(listens: true))
    }

    @Test func learningTellsHowFarItIs() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.presenter.press(.learnInstrument)
        #expect(await stage.trainer.nextOpening() == TransportOptions(listens: true))
        stage.enter(.learning)
        #expect(stage.view.state.progress?.fraction == nil)
        stage.report(.count(3, of: 6))
        #expect(stage.view.state.progress == PageProgress("3 of 6", fraction: 0.5, canCancel: true))
        let learned = InstrumentProfile(fingerprint: [0.5, 0.5], rise: 2, level: -18)
        stage.report(.instrument(learned))
        stage.enter(.idle)
        #expect(stage.choices.instrument == learned)
        #expect(stage.view.state.tools.first?.note == "learned")
        #expect(stage.view.state.progress == nil)
    }

    @Test func aCalibrationIsKeptForItsDevices() async {
        for (input, key) in [(RhythmInput.tap, "default → tap"), (.microphone, "default → default")] {
            let stage = RhythmStage { $0.input = input }
            stage.presenter.press(.calibrateLatency)
            if input == .microphone {
                stage.presenter.press(.calibrateNow)
            }
            #expect(await stage.trainer.nextOpening() == TransportOptions(listens: input == .microphone))
            stage.enter(.calibrating)
            #expect(stage.view.state.takesStrokes == (input == .tap))
            let calibration = LatencyCalibration(
                median: 0.0234, spread: 0.00002, uncertainty: 0.00031, signalToNoise: input == .tap ? nil : 31.4)
            stage.report(.calibration(calibration))
            stage.enter(.idle)
            #expect(stage.choices.latencies == [key: 0.0234])
            let quality = input == .tap ? "" : ", signal to noise 31 dB"
            #expect(stage.view.toasts == ["Latency 23 ms ± 0.3 ms" + quality])
            #expect(stage.view.state.tools.last?.note == "23 ms")
        }
    }

    @Test func whatIsAheadOfTheSoundSystemIsSaidInWords() async {
        for (input, toast) in [
            (RhythmInput.tap, "Latency 3.2 ms early ± 0.3 ms"),
            (.microphone, "Latency 3.2 ms early ± 0.3 ms, signal to noise 31 dB"),
        ] {
            let stage = RhythmStage { $0.input = input }
            stage.presenter.press(.calibrateLatency)
            if input == .microphone {
                stage.presenter.press(.calibrateNow)
            }
            _ = await stage.trainer.nextOpening()
            stage.enter(.calibrating)
            stage.report(
                .calibration(
                    LatencyCalibration(
                        median: -0.0032, spread: 0.00002, uncertainty: 0.0003,
                        signalToNoise: input == .tap ? nil : 31.4)))
            stage.enter(.idle)
            #expect(stage.view.toasts == [toast])
            #expect(stage.view.state.tools.last?.note == "3.2 ms early")
        }
    }

    /// "Try Again" is for what failed, not for what the round button does.
    @Test func whatIsTriedAgainIsWhatFailed() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.connect()
        stage.presenter.press(.calibrateLatency)
        await expectRetry(of: .calibrating, in: stage) { stage.presenter.press(.calibrateNow) }
        await expectRetry(of: .learning, in: stage) { stage.presenter.press(.learnInstrument) }
        await expectRetry(of: .opening, in: stage) { stage.presenter.pressButton() }
    }

    /// - Parameter begin: begins what fails, because the device is busy.
    private func expectRetry(of phase: RhythmPhase, in stage: RhythmStage, begin: () -> Void) async {
        let spy = stage.trainer.spy
        let failed = spy.phases + [phase, .idle]
        let retried = failed + [phase]
        let stopped = retried + [.idle]
        stage.trainer.transport.failNextOpen(AudioError(.busy, of: .loudspeaker))
        begin()
        await spy.wait { $0.phases == failed }
        #expect(stage.view.state.banner?.action?.kind == .retry)
        stage.presenter.press(.retry)
        #expect(stage.view.state.banner == nil)
        await spy.wait { $0.phases == retried }
        stage.presenter.stop()
        await spy.wait { $0.phases == stopped }
    }
}
