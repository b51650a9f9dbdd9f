import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoALSA
@testable import ParlandoServices

/// A real sound server: another program records the transport, which also hears itself.
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(3)))
struct VirtualTransportTests {
    /// A busy machine may let a virtual device run empty; such a round is played again.
    private static let rounds = 5

    private let transport = ALSATransport()

    @Test func everyClickIsOnItsSample() async throws {
        for round in 1...Self.rounds where try await playsEveryClickOnItsSample(isLast: round == Self.rounds) {
            return
        }
    }

    @Test func whatItPlaysItHearsAtThatMomentByTheCommonClock() async throws {
        for round in 1...Self.rounds where try await hearsWhatItPlays(isLast: round == Self.rounds) {
            return
        }
    }

    /// False if the device ran empty.
    private func playsEveryClickOnItsSample(isLast: Bool) async throws -> Bool {
        let sink = try await VirtualSink()
        let recording = try await MonitorRecording(of: sink.name)
        let voice = TickingVoice()
        var recorder = TransportRecorder(try await transport.open(output(sink), playing: voice))
        #expect(await recorder.listen { _ in voice.end > 48_000 * 4 })
        transport.close()
        await recorder.listenToTheEnd()
        let clicks = try await recording.finish().clicks
        try await sink.unplug()
        guard recorder.xruns.isEmpty || isLast else {
            return false
        }
        let intervals = Set(zip(clicks.dropFirst(), clicks).map { $0 - $1 })
        #expect(clicks.count >= 15)
        #expect(intervals == [12_000])
        #expect(recorder.xruns.isEmpty && recorder.losses.isEmpty && recorder.runs == 1)
        #expect(recorder.events.first == .running(playbackRate: 48_000, captureRate: nil))
        return true
    }

    private func hearsWhatItPlays(isLast: Bool) async throws -> Bool {
        let sink = try await VirtualSink()
        // Lets the virtual loudspeaker work in small steps.
        let keeper = try await MonitorRecording(of: sink.name)
        let voice = TickingVoice(width: 3)
        let options = TransportOptions(output: "pulse:\(sink.name)", listens: true, input: sink.microphone)
        var recorder = TransportRecorder(try await transport.open(options, playing: voice))
        // A busy server's reports may be off by tens of milliseconds: then the lines say that they are not certain.
        #expect(await recorder.listen { $0.areClocksCertain })
        let (out, into) = (try #require(recorder.playback.last), try #require(recorder.capture.last))
        transport.close()
        await recorder.listenToTheEnd()
        _ = try await keeper.finish()
        try await sink.unplug()
        guard recorder.xruns.isEmpty || isLast else {
            return false
        }
        let first = recorder.blocks.first?.frame ?? 0
        // The latest ones, for which the lines are meant.
        let clicks = recorder.samples.clicks.suffix(12)
        try #require(clicks.count == 12)
        let delays = clicks.map { click -> Double in
            let played = out.frame(at: into.time(of: Double(click + first)))
            return (played / 12_000 - (played / 12_000).rounded()) * 12_000 / 48_000
        }
        let sorted = delays.sorted()
        // The monitor gives the sound when it is mixed, some milliseconds before it is heard.
        #expect(abs(try #require(sorted.first)) < 0.05)
        #expect(try #require(sorted.last) - sorted[0] < 0.001)
        #expect(recorder.xruns.isEmpty)
        #expect(zip(recorder.blocks.dropFirst(), recorder.blocks).allSatisfy { $0.frame == $1.frame + $1.count })
        return true
    }

    private func output(_ sink: VirtualSink) -> TransportOptions {
        TransportOptions(output: "pulse:\(sink.name)")
    }
}

extension TransportRecorder {
    /// Whether a calibration would go by the latest lines.
    fileprivate var areClocksCertain: Bool {
        var clocks = ClockPair(playbackRate: 48_000, captureRate: 48_000)
        playback.last.map { clocks.take(.playback($0)) }
        capture.last.map { clocks.take(.capture($0)) }
        return clocks.areCertain
    }
}
