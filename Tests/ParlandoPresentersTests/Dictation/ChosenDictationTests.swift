import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Sessions with a language or a model of their own.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ChosenDictationTests: StagedDictationScene {
    let stage = DictationStage()
    private static let german = DictationChoice(language: "de", model: "base")

    /// The chosen one is `tiny.en`.
    private func tell(_ states: [String: ModelState]) {
        let entries = ["tiny.en", "base", "small"].map { name in
            ModelEntry(
                model: SpeechModel(name: name, bytes: 148_000_000, sha256: "", isMultilingual: name != "tiny.en"),
                state: states[name] ?? .absent, diskUse: 0, isChosen: name == "tiny.en")
        }
        presenter.modelService(models.service, didChange: entries)
    }

    @Test func aChoiceIsForOneSessionAndIsShownAndThenAllIsAsBefore() async throws {
        tell(["tiny.en": .ready, "base": .present])
        let (before, preferences) = (view.state, store.load())
        #expect(presenter.receive(.toggle, Self.german) == nil)
        let options = try #require(await dictation.options())
        #expect(options.recognition.language == "de" && options.recognition.model == "base")
        enter(.opening, .listening)
        #expect(view.state.chip == "Balanced · Deutsch")
        #expect(view.state.status == "Listening while the speech model loads")
        #expect(view.state.banner == nil)
        enter(.finishing, .idle)
        #expect(view.state.chip == before.chip && store.load() == preferences)
        await dictation.end()
        presenter.receive(.start)
        let next = try #require(await dictation.options())
        #expect(next.recognition.language == "en" && next.recognition.model == nil)
    }

    @Test func whatCannotBeIsRefusedWithASentenceAndNothingStarts() {
        tell(["tiny.en": .ready, "base": .ready])
        let refusals = [
            (DictationChoice(language: "xx"), "There is no language xx"),
            (DictationChoice(language: "de"), "The model Fast knows only English."),
            (DictationChoice(language: "auto", model: "tiny.en"), "The model Fast knows only English."),
            (DictationChoice(model: "huge"), "There is no model named huge."),
            (DictationChoice(model: "small"), "The model Accurate is not on this computer."),
        ]
        for (choice, sentence) in refusals {
            let told = presenter.receive(.start, choice)
            #expect(told?.hasPrefix(sentence) == true)
            #expect(view.toasts.last == told && view.state.button == .start)
        }
        #expect(dictation.recognizer.sessions == 0)
    }

    @Test func aSessionKeepsItsLanguageAndAnotherIsRefused() {
        tell(["tiny.en": .ready, "base": .ready])
        presenter.receive(.start)
        enter(.opening, .listening)
        #expect(presenter.receive(.start) == nil)
        #expect(presenter.receive(.start, Self.german)?.hasPrefix("A dictation is already under way.") == true)
    }

    @Test func aChoiceThatComesWhileTheLastWordsComeIsKept() async throws {
        tell(["tiny.en": .ready, "base": .ready])
        presenter.receive(.start)
        _ = await dictation.options()
        enter(.opening, .listening)
        presenter.receive(.stop)
        enter(.finishing)
        presenter.receive(.start, Self.german)
        await dictation.enters(.idle)
        enter(.idle)
        #expect(try #require(await dictation.options()).recognition.language == "de")
    }

    @Test func aModelOfItsOwnIsOnThisComputerAndALanguageGoesToTheServer() async throws {
        let attic = ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)
        store.change { preferences in
            preferences.servers.profiles = [attic]
            preferences.servers.engine = "1"
        }
        presenter.apply(PreferenceChange(\.servers.engine, "1"))
        tell(["tiny.en": .ready, "base": .ready])
        presenter.receive(.start, Self.german)
        #expect(try #require(await dictation.options()).recognition.engine == .local)
        enter(.opening, .listening)
        #expect(view.state.chip == "Balanced · Deutsch")
        enter(.finishing, .idle)
        await dictation.end()
        presenter.receive(.start, DictationChoice(language: "de"))
        let options = try #require(await dictation.options())
        #expect(options.recognition.engine.server?.name == "Attic" && options.recognition.language == "de")
        enter(.opening)
        #expect(view.state.chip == "Attic · Deutsch")
    }

    @Test func anUnknownLanguageIsRefusedBeforeTheModelsAreKnown() {
        #expect(presenter.receive(.start, DictationChoice(language: "xx")) != nil)
        #expect(presenter.receive(.start, DictationChoice(model: "huge")) == nil)
        #expect(view.toasts.count == 1)
        tell(["tiny.en": .ready])
        #expect(view.toasts.last == "There is no model named huge." && view.state.button == .start)
    }
}
