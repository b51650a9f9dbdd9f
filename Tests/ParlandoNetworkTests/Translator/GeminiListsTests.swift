import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// The lists of models and voices that a real server tells.
@Suite(.timeLimit(.minutes(1))) struct GeminiListsTests {
    private let script = GeminiScript()
    private let server: LoopbackServer
    private let clock = MovableClock()

    init() throws {
        server = try LoopbackServer(script: script)
    }

    private var service: GeminiService {
        GeminiService(
            client: HTTPClient(), key: Private("AQ.secret"), home: String(server.address.dropLast()),
            timeout: .seconds(5))
    }

    @Test func modelsAreReadAgainAfterADay() async throws {
        let choice = GeminiChoice(.text, clock: clock)
        #expect(try await choice.model(of: service) == "gemini-3.5-flash-lite")
        script.list(["gemini-3.5-flash-lite", "gemini-4.1-flash-lite"])
        clock.move(80_000)
        #expect(try await choice.model(of: service) == "gemini-3.5-flash-lite")
        #expect(server.requests.count == 1)
        clock.move(10_000)
        #expect(try await choice.model(of: service) == "gemini-4.1-flash-lite")
        // A clock that was set back does not keep a list either.
        clock.move(-200_000)
        _ = try await choice.model(of: service)
        #expect(server.requests.count == 3)
    }

    @Test func anEmptyListLeavesTheFirstChoiceOfToday() async throws {
        script.list([])
        let choice = GeminiChoice(.text, clock: clock)
        #expect(try await choice.model(of: service) == "gemini-3.5-flash-lite")
        await #expect(throws: TranslationError.self) {
            try await choice.other(than: "gemini-3.5-flash-lite", of: service)
        }
    }

    private func synthesizer(_ answer: MadeAnswer) throws -> (bench: SpeechBench, synthesizer: any SpeechSynthesizer) {
        let bench = try SpeechBench()
        bench.script.answerGeminiVoices(answer)
        return (bench, bench.services.synthesizer(.gemini, TranslatorPreferences()))
    }

    @Test func theVoicesAreThoseOfTheService() async throws {
        let json = """
            {"voices":[
              {"name":"voices/Kore","languageCodes":["en-US","es-ES"],"gender":"FEMALE","new":[1]},
              {"name":"Newton","ssmlGender":"MALE"},
              {"voiceName":"Orla","languageCode":"fr-FR"},
              {"name":"a/b?c=d"}, {}
            ]}
            """
        let (bench, voices) = try synthesizer(MadeAnswer(text: json))
        #expect(try await voices.voices(for: "es").map(\.id) == ["Kore", "Newton"])
        #expect(try await voices.voices(for: "es").map(\.gender) == [.female, .male])
        #expect(try await voices.voices(for: "fr").map(\.id) == ["Newton", "Orla"])
        #expect(bench.server.requests.count { $0.path.hasPrefix("/v1beta/voices") } == 1)
        // A voice that is not always there speaks too.
        _ = try await bench.speak("Hola.", .gemini) { $0.voice = "Newton" }
        #expect(bench.asked[0].contains(#""voiceName":"Newton""#))
    }

    @Test(arguments: [
        GeminiScript.refusal(404, "NOT_FOUND"), GeminiScript.refusal(500, "INTERNAL"), MadeAnswer(text: "<html>"),
        MadeAnswer(text: #"{"voices":[]}"#), MadeAnswer(text: #"{"voices":7}"#), MadeAnswer(text: "{}"),
        GeminiScript.refusal(403, "PERMISSION_DENIED"),
    ])
    func whereTheServiceTellsNoVoicesThoseThatAreAlwaysThereAreOffered(answer: MadeAnswer) async throws {
        let (bench, voices) = try synthesizer(answer)
        #expect(try await voices.voices(for: "es").count == 30)
        _ = try await bench.speak("Hola.", .gemini) { $0.voice = "Puck" }
        #expect(bench.asked.count == 1)
    }

    /// A failure says nothing of the voices that the service has.
    @Test func oneFailedRequestDoesNotHideTheVoicesOfTheServiceForADay() async throws {
        let memory = SpeechServiceMemory(clock: clock)
        let new = GeminiVoice(name: "Newton", gender: nil)
        for kind in [TranslationErrorKind.offline, .timedOut, .serverFailed, .rateLimited(allowed: nil)] {
            #expect(try await memory.geminiVoices { throw TranslationError(kind) } == GeminiVoice.known)
            // The next sentence does not wait for another failure.
            #expect(try await memory.geminiVoices { [new] } == GeminiVoice.known)
            clock.move(61)
        }
        #expect(try await memory.geminiVoices { [new] } == [new])
        // What was found before is better than what is always there.
        clock.move(90_000)
        #expect(try await memory.geminiVoices { throw TranslationError(.offline) } == [new])
        // Where the address does not exist, it is not asked for again until tomorrow.
        let other = SpeechServiceMemory(clock: clock)
        #expect(try await other.geminiVoices { throw TranslationError(.modelGone) } == GeminiVoice.known)
        clock.move(80_000)
        #expect(try await other.geminiVoices { [new] } == GeminiVoice.known)
    }
}
