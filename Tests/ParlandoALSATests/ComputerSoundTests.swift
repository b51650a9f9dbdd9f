import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoALSA

/// What the computer plays, through whichever loudspeaker of a real sound server is the default.
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(2)))
struct ComputerSoundTests {
    /// The default before and after each test. It also takes over from a default that goes away.
    private static let usual = ProcessInfo.processInfo.environment["PARLANDO_VIRTUAL_SINK"] ?? ""
    /// Five seconds at 48 kHz. Each sample tells its number.
    private static let ramp = (0..<240_000).map { 0.1 + 0.8 * Float($0) / 240_000 }

    private let microphone: ALSAMicrophone
    private let tally = LogBook()

    init() {
        microphone = ALSAMicrophone(logger: tally.logger)
    }

    @Test func nothingIsLostAndLittleIsDoubledWhenAnotherLoudspeakerIsTheDefault() async throws {
        let (first, second) = (try await VirtualSink(), try await VirtualSink())
        let keepers = [try await MonitorRecording(of: first.name), try await MonitorRecording(of: second.name)]
        try await first.makeDefault()
        var recorder = CaptureRecorder(try await microphone.open(AudioDevice.computer.id))
        await recorder.listen(seconds: 0.1)
        let player = Task { try await first.play(Self.ramp) }
        #expect(await recorder.listen { $0.number(of: $0.samples.count - 1) > 48_000 })
        try await second.makeDefault()
        #expect(await recorder.listen { $0.number(of: $0.samples.count - 1) > 120_000 })
        // The usual loudspeaker is the default then.
        try await second.unplug()
        try await player.value
        await recorder.listen(seconds: 0.3)
        microphone.close()
        await recorder.listenToTheEnd()
        try await Self.end(keepers, first)
        #expect(recorder.losses.isEmpty && recorder.returns == 0)
        #expect(tally["expected"] == recorder.samples.count)
        let numbers = recorder.steadyNumbers
        #expect(try #require(numbers.min()) < 1000)
        #expect(try #require(numbers.max()) > 239_000)
        // In frames at 48 kHz. A busy computer may be late.
        let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
        #expect(try #require(steps.max()) < 4800)
        #expect(try #require(steps.min()) > -2400)
        #expect(abs(numbers.count - 80_000) < 3200)
    }

    /// The server moves its stream to the default microphone.
    @Test func aLoudspeakerThatGoesIsALossAndNotAMicrophone() async throws {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        var recorder = CaptureRecorder(try await microphone.open(sink.microphone))
        await recorder.listen(seconds: 0.1)
        _ = try await keeper.finish()
        try await sink.unplug()
        #expect(await recorder.listen { !$0.losses.isEmpty })
        microphone.close()
        await recorder.listenToTheEnd()
        #expect(recorder.losses.map(\.kind) == [.lost] && recorder.returns == 0)
    }

    @Test func theRhythmPageHearsItToo() async throws {
        let sink = try await VirtualSink()
        let keepers = [try await MonitorRecording(of: sink.name)]
        try await sink.makeDefault()
        let transport = ALSATransport()
        let options = TransportOptions(
            output: "pulse:\(sink.name)", listens: true, input: AudioDevice.computer.id)
        var recorder = TransportRecorder(try await transport.open(options, playing: TickingVoice(width: 3)))
        #expect(await recorder.listen { $0.samples.clicks.count > 2 })
        transport.close()
        await recorder.listenToTheEnd()
        try await Self.end(keepers, sink)
    }

    @Test func theServerTellsItsDefaults() async throws {
        let sink = try await VirtualSink()
        try await sink.makeDefault()
        let defaults = SoundServer()?.defaults()
        try await Self.end([], sink)
        #expect(defaults?.sink == sink.name && defaults?.source == "\(Self.usual).monitor")
        #expect(SoundServer()?.defaults()?.sink == Self.usual)
    }

    @Test func oneThatComesBackUnderItsNameIsAnotherOne() async throws {
        let first = try await VirtualSink()
        try await first.makeDefault()
        let (defaults, monitor) = (SoundServer()?.defaults(), Self.monitor(of: first))
        try await first.unplug()
        let second = try await VirtualSink(named: first.name)
        try await second.makeDefault()
        let (later, laterMonitor) = (SoundServer()?.defaults(), Self.monitor(of: second))
        try await Self.end([], second)
        #expect(defaults?.sink == later?.sink && defaults != later)
        #expect(monitor?.name == laterMonitor?.name && monitor != laterMonitor)
    }

    private static func monitor(of sink: VirtualSink) -> ServerDevice? {
        SoundServer()?.devices(.capture).first { $0.name == sink.name + ".monitor" }
    }

    private static func end(_ keepers: [MonitorRecording], _ sink: VirtualSink) async throws {
        try await VirtualSink.makeDefault(usual)
        for keeper in keepers {
            _ = try await keeper.finish()
        }
        try await sink.unplug()
    }
}

extension CaptureRecorder {
    /// Which sample of the ramp it is; negative in silence.
    fileprivate func number(of index: Int) -> Int {
        samples.indices.contains(index) ? Int((samples[index] - 0.1) / 0.8 * 240_000) : -1
    }

    /// Where the ramp goes on from both neighbours. Where it begins or is cut, the resampler rings.
    fileprivate var steadyNumbers: [Int] {
        let all = samples.indices.map(number)
        return all.indices.dropFirst().dropLast().filter { index in
            [index, index + 1].allSatisfy { abs(all[$0] - all[$0 - 1] - 3) < 60 } && all[index] > 0
        }.map { all[$0] }
    }
}
