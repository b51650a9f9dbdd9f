import Foundation
import Testing

/// `parlandoctl rhythm calibrate`, with a loudspeaker that its microphone hears.
@Suite(.timeLimit(.minutes(2))) struct CalibrateTests {
    @Test(.enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"))
    func onlyTheBurstsThatAreMissingAreCounted() async throws {
        let result = try await Tool.run(["rhythm", "calibrate"], isOnTerminal: true)
        let said = result.output.split(separator: "\r").map(String.init)
        #expect(said.contains { $0.hasSuffix("2 of 3") })
        // When all were heard it says what it waits for, if the audio has not settled by then.
        #expect(!result.output.contains("3 of 3"))
    }
}
