import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoALSA

/// A real sound server whose microphone hears its loudspeaker.
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(1)))
struct VirtualMicrophoneTests {
    private let microphone: ALSAMicrophone
    private let tally = LogBook()

    init() {
        microphone = ALSAMicrophone(logger: tally.logger)
    }

    @Test func aToneArrivesWithItsPitchItsLoudnessAndEverySample() async throws {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        let begin = SuspendingClock.now
        var recorder = CaptureRecorder(try await microphone.open(sink.microphone))
        print("capture open after \(SuspendingClock.now - begin)")
        await recorder.listen(seconds: 0.1)
        let player = Task { try await sink.play(frequency: 1000, seconds: 2, amplitude: 0.5) }
        #expect(await recorder.listen { $0.loudSamples >= 24_000 })
        microphone.close()
        await recorder.listenToTheEnd()
        try await player.value
        let tone = Array(recorder.samples.drop { abs($0) < 0.1 }.dropFirst(1600).prefix(16_000))
        #expect(abs(ToneMaker.amplitude(of: 1000, in: tone) - 0.5) < 0.01)
        #expect(ToneMaker.amplitude(of: 900, in: tone) < 0.01)
        #expect(tally["expected"] == recorder.samples.count)
        #expect(tally["xruns"] == 0 && tally["overflow"] == 0)
        _ = try await keeper.finish()
        try await sink.unplug()
    }

    @Test func whatWasSpokenBeforeTheCloseIsNotCutOff() async throws {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        var recorder = CaptureRecorder(try await microphone.open(sink.microphone))
        await recorder.listen(seconds: 0.1)
        let player = Task { try await sink.play(frequency: 1000, seconds: 1, amplitude: 0.5) }
        await recorder.listen { $0.loudSamples > 0 }
        try await player.value
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.loudSamples > 15_500)
        _ = try await keeper.finish()
        try await sink.unplug()
    }

    /// A loudspeaker into which nothing was played yet gives its first sound up to two seconds later.
    @Test func whoeverWaitsForTheFirstSoundDoesNotCompute() async throws {
        let sink = try await VirtualSink()
        #expect(try Self.secondsOfComputing(whileWaitingFor: sink.microphone) < 0.05)
        try await sink.unplug()
    }

    private static func secondsOfComputing(whileWaitingFor device: String) throws -> Double {
        func seconds() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }
        let pcm = try PCM(device, .listening)
        let (started, before) = (pcm.start(), seconds())
        #expect(started >= 0)
        _ = pcm.wait(milliseconds: 250)
        return seconds() - before
    }

    private func checkLoss(
        by lose: (OwnServer) async throws -> Void, andReturnBy restore: (OwnServer) async throws -> Void
    ) async throws {
        let server = try OwnServer()
        try await server.start()
        var recorder = CaptureRecorder(try await microphone.open("server:\(server.socket)"))
        await recorder.listen(seconds: 0.1)
        try await lose(server)
        #expect(await recorder.listen { !$0.losses.isEmpty })
        #expect(recorder.losses.map(\.kind) == [.lost])
        try await restore(server)
        #expect(await recorder.listen { $0.returns > 0 })
        await recorder.listen(seconds: 0.1)
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(tally["expected"] == recorder.samples.count)
        server.stop()
    }

    @Test func aServerThatLosesItsOnlyMicrophoneIsALossAndAReturn() async throws {
        try await checkLoss {
            try await $0.pactl("unload-module", "module-null-source")
        } andReturnBy: {
            try await $0.pactl("load-module", "module-null-source")
        }
    }

    @Test func aServerThatDiesAndIsStartedAgainIsALossAndAReturn() async throws {
        try await checkLoss(by: { $0.stop() }, andReturnBy: { try await $0.start() })
    }

    @Test func anotherMicrophoneCanBeOpenedInMidSession() async throws {
        var first = CaptureRecorder(try await microphone.open("mic"))
        await first.listen(seconds: 0.1)
        var second = CaptureRecorder(try await microphone.open("mic2"))
        await first.listenToTheEnd()
        await second.listen(seconds: 0.1)
        microphone.close()
        await second.listenToTheEnd()
        #expect(second.losses.isEmpty)
    }

    @Test func theSystemsDefaultIsFollowedInMidSession() async throws {
        let server = try OwnServer()
        try await server.start()
        var recorder = CaptureRecorder(try await microphone.open("server:\(server.socket)"))
        await recorder.listen(seconds: 0.1)
        #expect(recorder.loudSamples == 0)
        try await server.pactl("load-module", "module-sine-source", "source_name=other", "frequency=1000")
        try await server.pactl("set-default-source", "other")
        #expect(await recorder.listen { $0.loudSamples >= 8000 })
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.losses.isEmpty)
        server.stop()
    }

    @Test func withoutASoundServerThereIsNoDevice() async {
        await #expect { try await microphone.open("server:/nobody/here") } throws: {
            ($0 as? AudioError)?.kind == .noDevice
        }
    }

    @Test func whatComesAndGoesOnTheServerIsNoticed() async throws {
        let directory = ALSADeviceDirectory()
        let changes = directory.changes()
        let sink = try await VirtualSink()
        func wait(untilListed isListed: Bool) async {
            for await _ in changes {
                let names = await directory.microphones().map(\.id)
                if names.contains(sink.microphone) == isListed {
                    break
                }
            }
        }
        await wait(untilListed: true)
        try await sink.unplug()
        await wait(untilListed: false)
    }

    @Test func theDirectoryListsTheMicrophonesThereAre() async {
        let devices = await ALSADeviceDirectory().microphones()
        #expect(devices.prefix(2) == [.systemDefault, .computer])
        #expect(devices.contains(AudioDevice(id: "mic", name: "Virtual microphone")))
        #expect(devices.contains(AudioDevice(id: "mic2", name: "Second microphone")))
        #expect(devices.contains(AudioDevice(id: "pulse:spk.monitor", name: "Monitor of Speaker")))
        #expect(Set(devices.map(\.id)).count == devices.count)
        #expect(Set(devices.map(\.id)).isDisjoint(with: ["null", "pulse", "jack", "samplerate", "spk", "spk2"]))
    }
}

extension CaptureRecorder {
    /// From the first to the last sample of the tone.
    fileprivate var loudSamples: Int {
        guard let first = samples.firstIndex(where: { abs($0) > 0.1 }),
            let last = samples.lastIndex(where: { abs($0) > 0.1 })
        else {
            return 0
        }
        return last - first + 1
    }
}
