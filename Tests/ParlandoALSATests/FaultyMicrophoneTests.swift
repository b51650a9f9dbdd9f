import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoALSA

/// A real ALSA device that misbehaves as it is told (scripts/tools/faulty_pcm.c). Frame n has the value n % 1000.
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(1)))
struct FaultyMicrophoneTests {
    private let microphone: ALSAMicrophone
    private let tally = LogBook()

    init() {
        microphone = ALSAMicrophone(logger: tally.logger)
    }

    @Test(arguments: ["s16", "s32", "float"], [1, 2, 6])
    func everyFrameArrivesOnceAndInOrder(format: String, channels: Int) async throws {
        let plan = "rate-16000+channels-\(channels)+format-\(format)"
        var recorder = CaptureRecorder(try await open(plan))
        await recorder.listen(seconds: 0.3)
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.samples.count >= 4_800)
        #expect(recorder.samples.map { Int($0 * 32_768) } == (0..<recorder.samples.count).map { $0 % 1000 })
        #expect(recorder.blockLengths.dropLast().allSatisfy { $0 == 320 })
        #expect(tally["frames"] == recorder.samples.count)
    }

    @Test(arguments: [8_000, 44_100, 48_000, 192_000])
    func whatTheDeviceGaveIsWhatTheListenerGets(rate: Int) async throws {
        var recorder = CaptureRecorder(try await open("rate-\(rate)"))
        await recorder.listen(seconds: 0.3)
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(tally["expected"] == recorder.samples.count && !recorder.samples.isEmpty)
        #expect(tally["xruns"] == 0 && tally["overflow"] == 0)
    }

    @Test func whatWasCapturedBeforeTheCloseIsDelivered() async throws {
        var recorder = CaptureRecorder(try await open("rate-16000"))
        // All of it waits in the stream, in the ring or in ALSA.
        try await Task.sleep(for: .milliseconds(700))
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.samples.count >= 16_000 * 6 / 10)
    }

    @Test(arguments: [
        (2, AudioError.Kind.noDevice), (19, .noDevice), (111, .noDevice), (112, .noDevice), (16, .busy), (13, .denied),
        (1, .denied), (22, .unsupported), (5, .failed),
    ])
    func eachFailureToOpenHasItsName(number: Int, kind: AudioError.Kind) async {
        await #expect { try await open("open-\(number)") } throws: { ($0 as? AudioError)?.kind == kind }
    }

    @Test func aDeviceNobodyHasHeardOfIsNoDevice() async {
        await #expect { try await microphone.open("no-such-device") } throws: { ($0 as? AudioError)?.kind == .noDevice }
    }

    @Test func aSoundSystemThatDoesNotAnswerIsGivenUp() async {
        await #expect { try await open("hang-7000") } throws: { ($0 as? AudioError)?.kind == .failed }
    }

    @Test func anUnpluggedMicrophoneIsLostAndItsReturnIsNoticed() async throws {
        let file = "/tmp/parlando-\(UUID().uuidString)"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let plan = "rate-16000+file-\(file.replacing("/", with: "."))"
        var recorder = CaptureRecorder(try await open(plan))
        await recorder.listen(seconds: 0.2)
        try FileManager.default.removeItem(atPath: file)
        #expect(await recorder.listen { !$0.losses.isEmpty })
        let beforeLoss = recorder.samples
        #expect(recorder.losses.map(\.kind) == [.lost])
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        #expect(await recorder.listen { $0.returns > 0 })
        await recorder.listen(seconds: 0.2)
        microphone.close()
        await recorder.listenToTheEnd()
        try FileManager.default.removeItem(atPath: file)
        #expect(beforeLoss.map { Int($0 * 32_768) } == (0..<beforeLoss.count).map { $0 % 1000 })
        #expect(recorder.samples.dropFirst(beforeLoss.count).prefix(400).map { Int($0 * 32_768) } == Array(0..<400))
        #expect(tally["expected"] == recorder.samples.count)
    }

    @Test(arguments: ["fail-19-8000", "fail-5-8000", "xruns-8000", "stall-8000"])
    func aMicrophoneThatDiesInAnyWayIsLost(fault: String) async throws {
        var recorder = CaptureRecorder(try await open("rate-16000+\(fault)"))
        #expect(await recorder.listen { !$0.losses.isEmpty })
        #expect(recorder.losses.map(\.kind) == [.lost])
        #expect(recorder.samples.count >= 6_000)
        microphone.close()
        await recorder.listenToTheEnd()
    }

    @Test func anOverrunIsRecoveredAndCounted() async throws {
        var recorder = CaptureRecorder(try await open("rate-16000+xrun-4000"))
        await recorder.listen(seconds: 0.6)
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.losses.isEmpty)
        #expect(tally["xruns"] == 1)
    }

    @Test func closingALostMicrophoneEndsTheStream() async throws {
        var recorder = CaptureRecorder(try await open("rate-16000+fail-19-1000"))
        #expect(await recorder.listen { !$0.losses.isEmpty })
        microphone.close()
        await recorder.listenToTheEnd()
    }

    @Test func openingAgainClosesTheEarlierCaptureAndFreesItsDevice() async throws {
        var first = CaptureRecorder(try await open("alone"))
        await first.listen(seconds: 0.1)
        var second = CaptureRecorder(try await open("alone"))
        await first.listenToTheEnd()
        await second.listen(seconds: 0.1)
        microphone.close()
        await second.listenToTheEnd()
    }

    @Test func aListenerThatGoesAwayFreesTheDevice() async throws {
        let (heard, door) = AsyncStream.makeStream(of: Void.self)
        let listening = Task {
            var recorder = CaptureRecorder(try await open("alone"))
            await recorder.listen(seconds: 0.1)
            door.finish()
            await recorder.listenToTheEnd()
        }
        for await _ in heard {}
        listening.cancel()
        try await listening.value
        let other = ALSAMicrophone()
        try await waitUntil { (try? await other.open("faulty:alone")) != nil }
        other.close()
    }

    @Test func startingAndStoppingTwentyTimesLeavesNothingBehind() async throws {
        try await waitUntil { soundThreads().isEmpty }
        let files = try Self.openFiles()
        for round in 0..<20 {
            var recorder = CaptureRecorder(try await open("rate-48000"))
            if round.isMultiple(of: 2) {
                await recorder.listen(seconds: 0.02)
            }
            microphone.close()
            await recorder.listenToTheEnd()
        }
        try await waitUntil { soundThreads().isEmpty }
        // Other tests of this process open files too, but not for long.
        try await waitUntil { try Self.openFiles() < files + 10 }
    }

    private func open(_ plan: String) async throws -> AsyncStream<CaptureEvent> {
        try await microphone.open("faulty:\(plan)")
    }

    private func waitUntil(_ isSo: () async throws -> Bool) async throws {
        while try await !isSo() {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
