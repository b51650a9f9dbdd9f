import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What is said to the translator is recognised by the engine that the user chose, and by no other.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ServedTranslatingTests {
    private static let attic = ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)

    private static var options: TranslatorOptions {
        var options = TranslatorRig.options
        options.engine = .server(attic, timeout: 30)
        return options
    }

    @Test func theChosenServerRecognisesAndThisComputerDoesNot() async {
        let scene = TranslatorRig()
        scene.servers.recognise(TranslatorRig.words("Good morning."))
        await scene.say(Self.options)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["GOOD MORNING."])
        #expect(scene.servers.sessions == [Self.attic])
        #expect(scene.recognizer.sessions == 0)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func aServerThatFailsIsNotReplacedAndTheSpeechIsSentAgainOnRequest() async throws {
        let scene = TranslatorRig()
        let failure = RecognitionError(.server(.unreachable))
        scene.servers.recognise([], failure: failure)
        await scene.listen(Self.options)
        scene.microphone.play(TranslatorRig.speech(silence: 0))
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures == [.dictation(.recognition(failure))])
        #expect(scene.recognizer.sessions == 0)
        #expect(!scene.microphone.isOpen)
        let id = try #require(scene.spy.exchanges.first?.id)
        scene.servers.recognise(TranslatorRig.words("Good morning."))
        await scene.service.retry(id, Self.options)
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["GOOD MORNING."])
        #expect(scene.microphone.opens == 1)
        #expect(scene.recognizer.sessions == 0)
    }

    @Test func withoutAClientForServersNothingElseRecognises() async throws {
        let local = ScriptedRecognizer()
        let service = DictationService(microphone: FakeMicrophone(), recognizer: local)
        let spy = SpyDictationDelegate()
        service.delegate = spy
        var options = DictationOptions()
        options.recognition.engine = .server(Self.attic, timeout: 30)
        await service.start(options)
        await spy.wait(for: .idle)
        #expect(local.sessions == 0)
    }

    @Test(arguments: [("en", false, false), ("de", false, true), (nil, false, true), ("en", true, true)])
    func onlyALanguageBesidesEnglishNeedsAnotherModel(source: String?, isConversation: Bool, needs: Bool) async {
        let scene = TranslatorRig()
        var options = TranslatorRig.options
        options.source = source
        options.isConversation = isConversation
        await scene.listen(options)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.recognizer.options.map(\.needsMultilingualModel) == [needs])
    }
}
