import Foundation
import Testing

/// What the microphone hears, at the command line.
@Suite(
    .enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"),
    .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"), .timeLimit(.minutes(3)))
struct ListenTests {
    /// Said twice: whenever the microphone opened, one of them is heard whole.
    private static let sentence = "ask what you can do for your country"

    @Test func whatIsSpokenIsWrittenDown() async throws {
        let player = Process()
        player.executableURL = URL(filePath: "/bin/bash")
        player.arguments = ["-c", "paplay --device=spk2 \"$0\"; paplay --device=spk2 \"$0\"", Tool.sample]
        try player.run()
        let result = try await Tool.run(
            ["listen", "--model", "tiny.en", "--device", "mic2", "--seconds", "24", "--format", "events"])
        player.waitUntilExit()
        #expect(player.terminationStatus == 0)
        #expect(result.code == 0)
        let events = try result.objects()
        let final = try #require(events.last { $0["type"] as? String == "transcript" }?["text"] as? String)
        let words = final.lowercased().split { !$0.isLetter }.joined(separator: " ")
        #expect(words.contains(Self.sentence), "\(words)")
        let first = try #require(events.first { $0["type"] as? String == "interim" }?["t"] as? Double)
        let heard = try #require(events.last?["audio_seconds"] as? Double)
        #expect(first < 12 && abs(heard - 24) < 1)
    }
}
