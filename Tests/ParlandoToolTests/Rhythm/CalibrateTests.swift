import Foundation
import Testing

/// `parlandoctl rhythm calibrate`, with a loudspeaker that its microphone hears.
@Suite(.timeLimit(.minutes(2))) struct CalibrateTests {
    @Test(.enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"))
    func whatItWaitsForIsSaidWhenAllBurstsWereHeard() async throws {
        let result = try await Tool.run(["rhythm", "calibrate"], isOnTerminal: true)
        let said = result.output.split(separator: "\r").map(String.init)
        #expect(said.contains { $0.hasSuffix("2 of 3") })
        #expect(said.contains { $0.hasSuffix("Test sound heard. Waiting for audio to settle…") })
        #expect(!result.output.contains("3 of 3"))
    }
}
