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
        stage.presenter.rhythmService(
            stage.training,
            didReport: .calibration(LatencyCalibration(median: 0.05, spread: 0.001, uncertainty: 0.0004)))
        #expect(stage.choices.latencies == ["default → tap": 0.05])
    }

    @Test func otherDevicesAreUsedAtOnceWithTheirOwnLatency() async {
        let stage = RhythmStage {
            $0.input = .tap
            $0.latencies = ["hw:1 → tap": 0.03]
        }
        stage.play()
        stage.enter(.deviceLost)
        var preferences = stage.store.load()
        preferences.rhythm.output = "hw:1"
        stage.store.save(preferences)
        #expect(await stage.next(2).last == .changeDevices(TransportOptions(output: "hw:1"), latency: 0.03))
        // Another volume has nothing to do with it.
        preferences.rhythm.clickVolume = 0.1
        stage.store.save(preferences)
        #expect(await stage.next(1) == [.changeVolumes(click: 0.1, guide: preferences.rhythm.guideVolume)])
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
        #expect(await stage.next(1) == [.calibrate(TransportOptions(listens: true))])
    }

    /// The banner of a calibration by taps offers to try again, and its button is the one that plays the noise.
    @Test func whatFailedWithTapsIsNotTriedAgainWithNoise() async {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        stage.enter(.calibrating)
        stage.presenter.rhythmService(stage.training, didReport: .failure(.spread(0.05)))
        stage.enter(.idle)
        #expect(stage.view.state.banner?.action?.kind == .calibrateNow)
        stage.presenter.chooseInput(.microphone)
        #expect(stage.view.state.banner == nil)
        for action in [PageAction.Kind.calibrateNow, .retry] {
            stage.presenter.press(action)
            #expect(stage.view.state.banner?.action == PageAction("Play Test Sound", .calibrateNow))
            stage.presenter.pressEscape()
        }
        stage.presenter.press(.learnInstrument)
        #expect(await stage.next(2) == [.calibrate(TransportOptions()), .learn(TransportOptions(listens: true))])
    }

    /// They may be headphones.
    @Test func theTestSoundIsAnnouncedAgainForOtherDevices() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        stage.enter(.calibrating)
        stage.presenter.rhythmService(stage.training, didReport: .failure(.silence))
        stage.enter(.idle)
        await stage.chooseAnotherOutput()
        stage.presenter.press(.calibrateNow)
        #expect(stage.view.state.banner?.text.contains("loud noise") == true)
        stage.presenter.press(.calibrateNow)
        #expect(
            await stage.next(2) == [
                .calibrate(TransportOptions(listens: true)),
                .calibrate(TransportOptions(output: "hw:1", listens: true)),
            ])
    }

    @Test func clicksToTapToNeedNoAnnouncement() async {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        #expect(stage.view.state.banner == nil)
        #expect(await stage.next(1) == [.calibrate(TransportOptions())])
    }

    /// The sound is over, and still it goes on for up to half a minute: that has to be said, and that it can be left.
    @Test func aCalibrationThatWaitsForTheSoundSystemSaysSo() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        stage.enter(.calibrating)
        stage.presenter.rhythmService(stage.training, didReport: .count(1, of: 4))
        #expect(stage.view.state.progress == PageProgress("1 of 4", fraction: 0.25, canCancel: true))
        stage.presenter.rhythmService(stage.training, didReport: .count(4, of: 4))
        let text = "Test sound heard. Waiting for audio to settle"
        #expect(stage.view.state.progress == PageProgress(text, fraction: nil, canCancel: true))
        stage.presenter.stop()
        #expect(await stage.next(2).last == .stop)
    }

    @Test func aCalibrationByTapsSaysThatItWaitsToo() {
        let stage = RhythmStage { $0.input = .tap }
        stage.presenter.press(.calibrateLatency)
        stage.enter(.calibrating)
        stage.presenter.rhythmService(stage.training, didReport: .count(15, of: 16))
        #expect(stage.view.state.progress?.text == "15 of 16")
        stage.presenter.rhythmService(stage.training, didReport: .count(16, of: 16))
        let text = "Done. Waiting for audio to settle"
        #expect(stage.view.state.progress == PageProgress(text, fraction: nil, canCancel: true))
    }

    @Test func aCalibrationThatIsRefusedSaysWhyAndCanBeTriedAgain() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.letTestSoundPlay()
        stage.enter(.calibrating)
        stage.presenter.rhythmService(stage.training, didReport: .failure(.unsteady))
        stage.enter(.idle)
        let text = "This computer is too busy to measure audio timing. Close other applications, then try again."
        #expect(stage.view.state.banner?.text == text && stage.view.state.status != text)
        #expect(stage.view.state.banner?.action?.label == "Try Again")
        #expect(stage.choices.latencies.isEmpty && stage.view.state.progress == nil)
        stage.presenter.press(.calibrateNow)
        #expect(stage.view.state.banner == nil)
        #expect(await stage.next(2).last == .calibrate(TransportOptions(listens: true)))
    }

    @Test func learningTellsHowFarItIs() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.presenter.press(.learnInstrument)
        #expect(await stage.next(1) == [.learn(TransportOptions(listens: true))])
        stage.enter(.learning)
        #expect(stage.view.state.progress?.fraction == nil)
        stage.presenter.rhythmService(stage.training, didReport: .count(3, of: 6))
        #expect(stage.view.state.progress == PageProgress("3 of 6", fraction: 0.5, canCancel: true))
        let learned = InstrumentProfile(fingerprint: [0.5, 0.5], rise: 2, level: -18)
        stage.presenter.rhythmService(stage.training, didReport: .instrument(learned))
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
            #expect(await stage.next(1) == [.calibrate(TransportOptions(listens: input == .microphone))])
            stage.enter(.calibrating)
            #expect(stage.view.state.takesStrokes == (input == .tap))
            let calibration = LatencyCalibration(
                median: 0.0234, spread: 0.00002, uncertainty: 0.00031, signalToNoise: input == .tap ? nil : 31.4)
            stage.presenter.rhythmService(stage.training, didReport: .calibration(calibration))
            stage.enter(.idle)
            #expect(stage.choices.latencies == [key: 0.0234])
            let quality = input == .tap ? "" : ", signal to noise 31 dB"
            #expect(stage.view.toasts == ["Latency 23 ms ± 0.3 ms" + quality])
            #expect(stage.view.state.tools.last?.note == "23 ms")
        }
    }

    /// "Try Again" is for what failed, not for what the round button does.
    @Test func whatIsTriedAgainIsWhatFailed() async {
        let stage = RhythmStage { $0.input = .microphone }
        stage.presenter.press(.calibrateLatency)
        let kinds: [(PageAction.Kind, FakeRhythmTraining.Command)] = [
            (.calibrateNow, .calibrate(TransportOptions(listens: true))),
            (.learnInstrument, .learn(TransportOptions(listens: true))),
        ]
        for (kind, command) in kinds {
            stage.presenter.press(kind)
            stage.presenter.rhythmService(
                stage.training, didReport: .failure(.audio(AudioError(.busy, of: .loudspeaker))))
            stage.enter(.idle)
            stage.presenter.press(.retry)
            #expect(stage.view.state.banner == nil)
            stage.enter(.idle)
            #expect(await stage.next(2) == [command, command])
        }
        stage.presenter.pressButton()
        stage.enter(.idle)
        stage.presenter.press(.retry)
        let commands = await stage.next(2)
        #expect(commands[0] == commands[1])
    }
}
