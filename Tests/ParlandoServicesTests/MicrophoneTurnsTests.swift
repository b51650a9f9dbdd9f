import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MicrophoneTurnsTests {
    private let turns = MicrophoneTurns()
    private let device = FakeMicrophone()

    @Test func whoComesSecondIsToldWhoHoldsTheMicrophone() async throws {
        let dictation = turns.microphone(device, for: .dictation)
        let translator = turns.microphone(device, for: .translator)
        _ = try await dictation.open(nil)
        await #expect(throws: AudioError(.taken(by: .dictation), detail: "dictation")) {
            _ = try await translator.open(nil)
        }
        // Whoever was refused closes nobody else's.
        translator.close()
        await #expect(throws: AudioError.self) { _ = try await translator.open(nil) }
        dictation.close()
        _ = try await translator.open(nil)
    }

    @Test func anOpeningThatFailsLeavesTheMicrophoneToOthers() async throws {
        device.failNextOpen(AudioError(.busy))
        let dictation = turns.microphone(device, for: .dictation)
        await #expect(throws: AudioError.self) { _ = try await dictation.open(nil) }
        _ = try await turns.microphone(device, for: .translator).open(nil)
    }

    @Test func aTransportThatOnlyPlaysLeavesTheMicrophoneToOthers() async throws {
        _ = try await turns.microphone(device, for: .dictation).open(nil)
        let transport = turns.transport(FakeTransport(), for: .rhythm)
        _ = try await transport.open(TransportOptions(), playing: SilentVoices())
        await #expect(throws: AudioError(.taken(by: .dictation), detail: "dictation")) {
            _ = try await transport.open(TransportOptions(listens: true), playing: SilentVoices())
        }
    }
}

private struct SilentVoices: AudioVoiceMaking, AudioVoice {
    func voice(rate: Int) -> any AudioVoice {
        self
    }

    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        target.update(repeating: 0)
    }
}
