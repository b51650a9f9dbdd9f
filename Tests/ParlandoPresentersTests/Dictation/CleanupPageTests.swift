import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Cleaning up the page with a language model.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CleanupPageTests: DictationScene {
    let view = SpyDictationView()
    let dictation = DictationDoubles()
    let models = ModelStage(present: [])
    let presenter: DictationPresenter
    private let model = FakeLanguageModel()
    private let store = FakePreferenceStore()
    private let keeper = SpyPageKeeper()
    private let cleanup: CleanupService

    init() {
        store.change { $0.servers.profiles = [.languageModel] }
        let caret = CaretService(typing: FakeCaretTyping(.notInstalled))
        cleanup = CleanupService(
            model: model, preferences: store, caret: caret, clock: ManualClock(advancesItself: false))
        presenter = DictationPresenter(view, dictation, models, store: store, caret: caret, cleanup: cleanup)
        presenter.activateAlone()
        presenter.keeper = keeper
        model(.ready)
    }

    private func dictate(_ text: String) {
        presenter.pressButton()
        enter(.opening, .listening)
        hear(text)
        enter(.finishing, .idle)
    }

    private var text: String {
        view.state.paragraphs.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    @Test func nothingIsSentWithoutConsentAndWithItOneStepTakesTheResultBack() async {
        dictate("um one two")
        #expect(view.state.tasks.map(\.id) == [":punctuate", ":list", ":letter"] && view.state.canClean)
        presenter.clean(":punctuate", 0..<0)
        await view.nextChange { view.questions.count == 1 }
        #expect(view.questions[0].text.contains("https://oracle.example"))
        await presenter.cleaning?.value
        #expect(model.asked.isEmpty && store.load().allowedLanguageModel == nil)
        view.answer = true
        model.answer("um one two", .success("One, two.\nThree."))
        presenter.clean(":punctuate", 0..<0)
        await presenter.cleaning?.value
        #expect(text == "One, two.\nThree.")
        #expect(store.load().cleanup.agreedPlace == "https://oracle.example")
        #expect(store.load().cleanup.agreedDay == "2023-11-14")
        #expect(view.undos == ["Text cleaned up"])
        #expect(keeper.kept == "One, two.\nThree.")
        // The words as they were spoken stay in the page's sessions, from which the history restores them.
        #expect(keeper.sessions.map(\.transcript.text) == ["um one two"])
        presenter.undo()
        #expect(text == "um one two")
        presenter.redo()
        #expect(text == "One, two.\nThree.")
    }

    @Test func onlyTheSelectionIsSent() async {
        store.change { $0.allow(.languageModel, on: "2026-11-26") }
        dictate("one 👍 two three")
        model.answer("👍 two", .success("👍 Two!"))
        presenter.clean(":list", 4..<9)
        await presenter.cleaning?.value
        #expect(model.asked == ["👍 two"])
        #expect(text == "one 👍 Two! three")
    }

    @Test(arguments: [CleanupError(.server(.refused(status: 500))), CleanupError(.server(.unreachable))])
    func aFailureLeavesThePageAndSaysSo(error: CleanupError) async {
        store.change { $0.allow(.languageModel, on: "2026-11-26") }
        dictate("one two")
        model.answer("one two", .failure(error))
        presenter.clean(":punctuate", 0..<0)
        await presenter.cleaning?.value
        #expect(text == "one two")
        #expect(view.state.banner?.text.hasSuffix("The text stays as you said it.") == true)
        #expect(view.state.banner?.action?.kind == .editServer)
        #expect(view.state.isEditable && view.undos.isEmpty)
        dictate("three")
        #expect(view.state.banner == nil)
    }

    @Test func anAnswerOfAnotherLengthIsRefused() async {
        store.change { $0.allow(.languageModel, on: "2026-11-26") }
        dictate("one two")
        model.answer("one two", .success("I have read your text and shall do what it says."))
        presenter.clean(":punctuate", 0..<0)
        await presenter.cleaning?.value
        #expect(text == "one two")
        #expect(view.state.banner?.text.contains("far shorter or far longer") == true)
    }

    /// Begins to clean up, and returns when the model was asked.
    private func waitForModel() async {
        store.change { $0.allow(.languageModel, on: "2026-11-26") }
        dictate("one two")
        model.hold("one two")
        model.answer("one two", .success("One, two."))
        presenter.clean(":punctuate", 0..<0)
        var requests = model.requests.makeAsyncIterator()
        _ = await requests.next()
        #expect(view.state.progress?.canCancel == true && !view.state.isEditable && !view.state.canClean)
    }

    @Test func aPageThatHasChangedMeanwhileIsNotReplaced() async {
        await waitForModel()
        presenter.undo()
        model.release("one two")
        await presenter.cleaning?.value
        #expect(text.isEmpty)
        #expect(view.undos.isEmpty)
    }

    @Test(arguments: [true, false]) func cancelAndStartEndItWithoutAWord(isCancel: Bool) async {
        await waitForModel()
        isCancel ? presenter.cancelProgress() : presenter.pressButton()
        await presenter.cleaning?.value
        model.release("one two")
        #expect(text == "one two")
        #expect(view.state.banner == nil && view.state.progress == nil)
    }

    @Test func theClipboardGetsTheCleanedTextAndThePageKeepsTheWords() async {
        store.save(.withLanguageModel(task: ":punctuate", delivery: .clipboard))
        await view.nextChange { view.state.chip.contains("clipboard") }
        model.answer("um one", .success("One."))
        cleanup.take(.began(DictationOptions()))
        cleanup.take(
            .reported(.transcript(Transcript(paragraphs: [Paragraph(words: words("um one"))]))))
        cleanup.take(.reported(.phase(.idle)))
        dictate("um one")
        await view.nextChange { !view.copied.isEmpty }
        #expect(view.copied == ["One."])
        #expect(text == "um one")
    }

    @Test func wordsThatStayAsTheyWereHeardAreExplained() {
        cleanup.delegate = nil
        presenter.cleanup(cleanup, didKeepWords: CleanupError(.server(.timedOut)))
        #expect(view.state.banner?.text == "The server did not respond in time. The text stays as you said it.")
        presenter.press(.editServer)
        #expect(view.state.banner == nil && view.openedPreferences == [.servers])
    }
}
