import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// `parlandoctl translate --speak` against a real server and the real espeak-ng.
@Suite(.timeLimit(.minutes(5))) struct SpokenTranslateTests {
    private static let key = "AQ.secret"

    private let script = SpeechScript()
    private let server: LoopbackServer
    private let folder: TemporaryFolder

    init() throws {
        server = try LoopbackServer(script: script)
        folder = try TemporaryFolder()
    }

    private var wave: String { "\(folder.path)/speech.wav" }

    private func run(_ arguments: [String], keys: [String: String] = [:]) async throws -> Tool.Result {
        let home = String(server.address.dropLast())
        var environment = ["PARLANDO_GEMINI_KEY": Self.key, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        environment.merge(keys) { _, new in new }
        return try await Tool.run(
            ["translate", "--address", home, "--voice-address", home, "--speak", wave, "--to", "es"] + arguments,
            environment: environment)
    }

    @Test func theVoiceOfThisComputerSpeaksTheTranslation() async throws {
        script.gemini.answerNext(GeminiScript.says("Buenos días. ¿Qué tal?"))
        let result = try await run(["Good morning."])
        #expect(result.code == 0)
        #expect(result.output == "Buenos días. ¿Qué tal?\n")
        #expect(result.errors.isEmpty)
        let sound = try Recording(path: wave)
        #expect(sound.rate == 22_050)
        #expect((1...4).contains(Double(sound.samples.count) / 22_050))
    }

    @Test func aLowerAndQuieterVoiceIsAskedForWithNegativeNumbers() async throws {
        let result = try await run(["--pitch", "-2", "--volume", "-6", "Good day"])
        #expect(result.code == 0 && result.errors.isEmpty)
    }

    @Test func aServiceSpeaksWhereItIsNamed() async throws {
        let result = try await run(["--voice-service", "gemini", "Good day"])
        #expect(result.code == 0)
        // A hundredth of a second for each letter of ‹Good day›.
        #expect(try Recording(path: wave).samples.count == 1600)
        #expect(result.errors.isEmpty)
    }

    @Test func whereTheServiceDoesNotSpeakThisComputerDoesAndSaysSo() async throws {
        let result = try await run(["--voice-service", "google", "Good day"])
        #expect(result.code == 0)
        #expect(result.errors.contains("Using another voice: This Computer, eSpeak NG"))
        #expect(try Recording(path: wave).rate == 22_050)
    }

    @Test func theTextIsThereEvenWhereTheFileCannotBeWritten() async throws {
        let home = String(server.address.dropLast())
        let result = try await Tool.run(
            ["translate", "--address", home, "--speak", "/nonexistent/x.wav", "--to", "es", "Good day"],
            environment: ["PARLANDO_GEMINI_KEY": Self.key])
        #expect(result.code == 73)
        #expect(result.output == "‹Good day›\n")
        #expect(result.errors.contains("no such folder"))
    }

    @Test(arguments: [
        ["--rate", "2", "a"], ["--pitch", "21", "a"], ["--voice-service", "nobody", "a"],
    ])
    func whatCannotBeMeantIsAUsageError(arguments: [String]) async throws {
        #expect(try await run(arguments).code == 64)
    }
}
