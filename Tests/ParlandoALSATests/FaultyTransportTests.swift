import Foundation
import ParlandoCore
import Testing

@testable import ParlandoALSA

/// A real ALSA loudspeaker that misbehaves as it is told and keeps what it played (scripts/tools/faulty_pcm.c).
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(1)))
struct FaultyTransportTests {
    private let transport = ALSATransport()
    private let air = RecordedAir()

    @Test(arguments: ["s16", "s32", "float"], [1, 2, 6])
    func everyFormatAndChannelCountIsPlayed(format: String, channels: Int) async throws {
        let voice = TickingVoice(interval: 1000)
        var recorder = TransportRecorder(
            try await open("rate-16000+channels-\(channels)+format-\(format)", playing: voice))
        #expect(await recorder.listen { _ in voice.end > 8000 })
        transport.close()
        await recorder.listenToTheEnd()
        let clicks = try air.samples(rate: 16_000).clicks
        #expect(clicks.prefix(6) == [0, 1000, 2000, 3000, 4000, 5000])
    }

    @Test(arguments: [(8000, 0), (44_100, 0), (192_000, 0), (44_100, 8192)])
    func theDevicesRateAndPeriodAreTaken(rate: Int, period: Int) async throws {
        let voice = TickingVoice(interval: rate / 10)
        let plan = "rate-\(rate)+channels-1" + (period > 0 ? "+period-\(period)" : "")
        var recorder = TransportRecorder(try await open(plan, playing: voice))
        #expect(await recorder.listen { $0.playback.count >= 2 })
        transport.close()
        await recorder.listenToTheEnd()
        #expect(recorder.events.first == .running(playbackRate: rate, captureRate: nil))
        #expect(recorder.xruns.isEmpty)
        #expect(try air.samples(rate: rate).clicks.prefix(4) == [0, rate / 10, rate / 5, rate * 3 / 10])
        // The first frame was heard when the device was started.
        let start = try #require(try air.starts().first?.time)
        let first = try #require(recorder.playback.last).time(of: 0)
        #expect(abs(Double(first.nanoseconds - start)) < 2e6)
    }

    /// Long periods wake the machine seldom.
    @Test(arguments: [(false, 1280), (true, 160)])
    func periodsAreShortOnlyWhereAMicrophoneHears(listens: Bool, period: Int) async throws {
        let voice = TickingVoice()
        let options = TransportOptions(output: "faulty:rate-16000", listens: listens, input: "faulty:rate-16000")
        var recorder = TransportRecorder(try await transport.open(options, playing: voice))
        #expect(await recorder.listen { !$0.playback.isEmpty })
        transport.close()
        await recorder.listenToTheEnd()
        #expect(voice.block == period)
    }

    @Test func aGapIsJumpedOverOnTheGrid() async throws {
        let voice = TickingVoice(interval: 4800)
        var recorder = TransportRecorder(try await open("rate-48000+xrun-60000", playing: voice))
        #expect(await recorder.listen { !$0.xruns.isEmpty })
        let enough = voice.end + 96_000
        #expect(await recorder.listen { _ in voice.end > enough })
        transport.close()
        await recorder.listenToTheEnd()
        let clicks = try air.samples(rate: 48_000).clicks
        #expect(try air.starts().count == 2)
        #expect(recorder.xruns.count == 1 && recorder.losses.isEmpty)
        // After the gap, back within a tenth of a millisecond once a third of a second was measured.
        let errors = clicks.map { Double($0) / 4800 }.map { abs($0 - $0.rounded()) * 4800 }
        #expect(errors.prefix(11).allSatisfy { $0 == 0 })
        #expect(errors.suffix(10).allSatisfy { $0 < 5 })
        let (before, after) = (try #require(recorder.playback.first), try #require(recorder.playback.last))
        #expect(abs(before.time(of: 0).seconds(since: after.time(of: 0))) < 0.001)
    }

    @Test(arguments: [
        (2, AudioError.Kind.noDevice), (19, .noDevice), (111, .noDevice), (112, .noDevice), (16, .busy), (13, .denied),
        (22, .unsupported), (5, .failed),
    ])
    func eachFailureToOpenHasItsNameAndItsSide(number: Int, kind: AudioError.Kind) async throws {
        await #expect {
            _ = try await transport.open(TransportOptions(output: "faulty:open-\(number)"), playing: TickingVoice())
        } throws: {
            ($0 as? AudioError)?.kind == kind && ($0 as? AudioError)?.side == .loudspeaker
        }
        let options = TransportOptions(output: "faulty:alone", listens: true, input: "faulty:open-\(number)")
        await #expect {
            _ = try await transport.open(options, playing: TickingVoice())
        } throws: {
            ($0 as? AudioError)?.kind == kind && ($0 as? AudioError)?.side == .microphone
        }
    }

    @Test func aSoundSystemThatDoesNotAnswerIsGivenUp() async {
        await #expect { try await open("hang-7000") } throws: { ($0 as? AudioError)?.kind == .failed }
    }

    @Test(arguments: ["fail-19-8000", "fail-5-8000", "xruns-8000", "stall-8000"])
    func aLoudspeakerThatDiesInAnyWayIsLost(fault: String) async throws {
        var recorder = TransportRecorder(try await open("rate-16000+\(fault)"))
        #expect(await recorder.listen { !$0.losses.isEmpty })
        #expect(recorder.losses.first?.kind == .lost && recorder.losses.first?.side == .loudspeaker)
        transport.close()
        await recorder.listenToTheEnd()
    }

    @Test(arguments: [true, false])
    func aDeviceTakenAwayAndBackIsALossAndANewBeginning(isLoudspeaker: Bool) async throws {
        let file = "/tmp/parlando-\(UUID().uuidString)"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let plan = "faulty:rate-16000+file-\(file.replacing("/", with: "."))"
        let voice = TickingVoice()
        let options =
            isLoudspeaker
            ? TransportOptions(output: plan) : TransportOptions(output: "faulty:rate-16000", listens: true, input: plan)
        var recorder = TransportRecorder(try await transport.open(options, playing: voice))
        #expect(await recorder.listen { !$0.playback.isEmpty })
        try FileManager.default.removeItem(atPath: file)
        #expect(await recorder.listen { !$0.losses.isEmpty })
        #expect(recorder.losses.first?.side == (isLoudspeaker ? .loudspeaker : .microphone))
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        #expect(await recorder.listen { $0.runs == 2 })
        let lines = recorder.playback.count
        #expect(await recorder.listen { $0.playback.count > lines })
        // Frames begin anew.
        #expect(recorder.playback.last.map { $0.anchorFrame < 16_000 } ?? false)
        transport.close()
        await recorder.listenToTheEnd()
        try FileManager.default.removeItem(atPath: file)
    }

    /// With a microphone, what was played is kept for comparison: megabytes.
    @Test func nothingIsKeptOfSoundThatHasEnded() async throws {
        weak var kept: TickingVoice?
        do {
            let voice = TickingVoice()
            kept = voice
            var recorder = TransportRecorder(try await open("rate-16000", playing: voice))
            #expect(await recorder.listen { !$0.playback.isEmpty })
            transport.close()
            await recorder.listenToTheEnd()
        }
        // The thread that played ends a moment later.
        for _ in 0..<100 where kept != nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(kept == nil)
    }

    @Test func openingAgainFreesTheDevices() async throws {
        let options = TransportOptions(output: "faulty:alone", listens: true, input: "faulty:rate-16000")
        var first = TransportRecorder(try await transport.open(options, playing: TickingVoice()))
        #expect(await first.listen { $0.runs == 1 })
        var second = TransportRecorder(try await transport.open(options, playing: TickingVoice()))
        await first.listenToTheEnd()
        #expect(await second.listen { $0.samples.count > 1000 })
        transport.close()
        await second.listenToTheEnd()
    }

    @Test func capturedFramesAreCountedOverAnOverrun() async throws {
        let options = TransportOptions(
            output: "faulty:rate-16000", listens: true, input: "faulty:rate-16000+xrun-24000")
        var recorder = TransportRecorder(try await transport.open(options, playing: TickingVoice()))
        #expect(await recorder.listen { !$0.xruns.isEmpty })
        let enough = recorder.samples.count + 8000
        #expect(await recorder.listen { $0.samples.count > enough })
        transport.close()
        await recorder.listenToTheEnd()
        let gaps = zip(recorder.blocks.dropFirst(), recorder.blocks).map { $0.frame - $1.frame - $1.count }
        #expect(gaps.filter { $0 != 0 } == recorder.xruns.filter { $0 != 0 })
    }

    @Test func startingAndStoppingTwentyTimesLeavesNoThreadBehind() async throws {
        for _ in 0..<20 {
            let options = TransportOptions(output: "faulty:alone", listens: true, input: "faulty:rate-48000")
            var recorder = TransportRecorder(try await transport.open(options, playing: TickingVoice()))
            transport.close()
            await recorder.listenToTheEnd()
        }
        while !soundThreads().isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func open(
        _ plan: String, playing voice: TickingVoice = TickingVoice()
    ) async throws -> AsyncStream<TransportEvent> {
        let options = TransportOptions(output: "faulty:\(plan)+record-\(air.path.replacing("/", with: "."))")
        return try await transport.open(options, playing: voice)
    }
}

private final class RecordedAir: Sendable {
    let path = "/tmp/parlando-air-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".starts")
    }

    /// Frames before each start, and nanoseconds of the monotonic clock.
    func starts() throws -> [(frames: Int, time: Int64)] {
        try String(contentsOfFile: path + ".starts", encoding: .utf8).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ")
            guard numbers.count == 2, let frames = Int(numbers[0]), let time = Int64(numbers[1]) else {
                return nil
            }
            return (frames, time)
        }
    }

    /// From the first start on, silence in the gaps.
    func samples(rate: Int) throws -> [Float] {
        let kept = try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let starts = try starts()
        var air: [Float] = []
        for (index, start) in starts.enumerated() {
            let place = Int((Double(start.time - starts[0].time) * 1e-9 * Double(rate)).rounded())
            let end = index + 1 < starts.count ? starts[index + 1].frames : kept.count
            air += [Float](repeating: 0, count: max(place - air.count, 0))
            air.replaceSubrange(place..., with: kept[start.frames..<end].map { Float($0) / 32_768 })
        }
        return air
    }
}
