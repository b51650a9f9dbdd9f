import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The recogniser is told the user's words.
@MainActor @Suite(.timeLimit(.minutes(1))) struct VocabularySessionTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()

    private func store() async throws -> FakeWordBook {
        let store = FakeWordBook()
        var book = WordBook()
        book.vocabulary.add(["Kuzminov"], language: "en")
        book.vocabulary.add(["Ёжиков"], language: "ru")
        try await store.save(book)
        return store
    }

    @Test func theTranslatorListensForThemToo() async throws {
        let scene = TranslatorScene(words: try await store())
        await scene.say(TranslatorScene.options)
        #expect(scene.recognizer.options.map(\.vocabulary) == [["Kuzminov"]])
    }

    @Test func filesAreTranscribedWithThemToo() async throws {
        let recognizer = ScriptedRecognizer()
        let scene = FileScene(recognizer, words: try await store())
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav")
        #expect(recognizer.options.first?.vocabulary.contains("Kuzminov") == true)
    }

    @Test func theWordsOfTheLanguageReachTheRecognizer() async throws {
        let store = try await store()
        let recognizer = ScriptedRecognizer()
        let service = DictationService(microphone: microphone, recognizer: recognizer, words: store)
        service.delegate = spy
        for language in ["en", nil] {
            await service.start(DictationOptions(recognition: RecognitionOptions(language: language)))
            await spy.wait(for: .listening)
            await service.stop()
            await spy.wait(for: .idle)
        }
        #expect(recognizer.options.map(\.vocabulary) == [["Kuzminov"], ["Kuzminov", "Ёжиков"]])
    }
}
