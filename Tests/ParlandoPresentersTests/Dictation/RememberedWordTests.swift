import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// A corrected word is offered for the vocabulary.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RememberedWordTests: StagedDictationScene {
    let stage = DictationStage()
    private let book = FakeWordBook()
    private let wordBook: WordBookPresenter
    private let bookView = SpyWordBookView()
    private let pace = ManualClock(advancesItself: false)
    private let question = "Remember “Klafflin → Claflin”?"

    init() async {
        wordBook = WordBookPresenter(view: bookView, store: book, saver: FakeTextSaver())
        wordBook.activate()
        presenter.corrections.wordBook = wordBook
        presenter.corrections.pace = pace
        enter(.opening, .listening)
        hear("I met Klafflin here")
        presenter.dictationService(dictation.service, didReport: .language("en", probability: 1))
        enter(.finishing, .idle)
    }

    /// Changes the text, and does not go on for two seconds.
    private func type(_ text: String) async {
        let sleeps = pace.sleeps.count
        presenter.edit(text)
        await pace.hasBegun(sleeps: sleeps + 1)
        pace.advance(by: .seconds(2))
        for _ in 0..<100 {
            await Task.yield()
        }
    }

    private func correct() async {
        presenter.edit("I met Clafflin here")
        await pace.hasBegun(sleeps: 1)
        pace.advance(by: .seconds(1))
        #expect(view.toasts.isEmpty)
        await type("I met Claflin here")
    }

    @Test func theWordIsOfferedAfterTheEditAndRemembered() async {
        await correct()
        #expect(view.toasts == [question])
        presenter.rememberWord()
        await view.nextChange { view.toasts.count == 2 }
        #expect(view.toasts.last == "Added to the vocabulary")
        #expect(await book.load().vocabulary.entries == ["en": ["Claflin"]])
        #expect(bookView.toasts.isEmpty)
    }

    @Test func anOfferStaysUntilItsWordIsGone() async {
        await correct()
        presenter.edit("I met Claflin here today")
        #expect(view.withdrawals == 0)
        presenter.edit("I met here today")
        presenter.edit("I met him here today")
        #expect(view.withdrawals == 1)
    }

    @Test func anOfferThatWasIgnoredIsNotRepeated() async {
        await correct()
        await type("I met Klafflin here")
        await type("I met Claflin here")
        #expect(view.toasts.filter { $0 == question }.count == 1)
    }

    @Test func aWordThatIsKnownAndPlainTypingAreNotOffered() async throws {
        var known = WordBook()
        known.vocabulary.add(["Claflin"], language: "de")
        try await book.save(known)
        let other = SpyWordBookView()
        let loaded = WordBookPresenter(view: other, store: book, saver: FakeTextSaver())
        loaded.activate()
        await other.nextChange { other.renders == 1 }
        presenter.corrections.wordBook = loaded
        await correct()
        await type("I met Claflin here today")
        #expect(view.toasts.isEmpty)
        withExtendedLifetime(loaded) {}
    }

    @Test func aVocabularyThatCannotBeStoredIsTold() async {
        let full = WordBookPresenter(
            view: bookView, store: FakeWordBook(error: TextSaveError(.diskFull)), saver: FakeTextSaver())
        presenter.corrections.wordBook = full
        await correct()
        presenter.rememberWord()
        await view.nextChange { view.toasts.count == 2 }
        #expect(view.toasts.last?.contains("disk is full") == true)
        withExtendedLifetime(full) {}
    }
}
