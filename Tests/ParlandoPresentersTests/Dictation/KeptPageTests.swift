import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The page and the history: what is stored when, what closing asks, what is there again at the next start.
@MainActor @Suite(.timeLimit(.minutes(1))) struct KeptPageTests: DictationScene {
    let view = SpyDictationView()
    let dictation = DictationDoubles()
    let models = ModelStage(present: [])
    let presenter: DictationPresenter
    private let keeper = SpyPageKeeper()
    private let pace = ManualClock(advancesItself: false)

    init() {
        presenter = DictationPresenter(view, dictation, models, pace: pace)
        presenter.keeper = keeper
    }

    private func listen(_ text: String) {
        presenter.activateAlone()
        model(.ready)
        presenter.pressButton()
        enter(.opening, .listening)
        hear(text)
    }

    private func dictate(_ text: String) {
        listen(text)
        enter(.finishing, .idle)
    }

    private var farewell: PageQuestion? {
        get async {
            await presenter.prepareToClose()
            return view.state.farewell
        }
    }

    private var lines: [String] {
        view.state.paragraphs.map { $0.map(\.text).joined() }
    }

    @Test func anEntryOfTheHistoryTakesThePlaceOfThePageAndUndoBringsThatBack() async {
        keeper.entry = TranscriptDocument(Transcript(paragraphs: [Paragraph(words: words("from before"))]))
        dictate("one two")
        await view.nextChange { view.state.canBeginAnew }
        await presenter.continueEntry(UUID())
        #expect(lines == ["from before"])
        #expect(keeper.pages.map(\.text) == ["one two"])
        #expect(view.undos == ["New page started"])
        #expect(keeper.kept == "from before")
        presenter.undo()
        #expect(lines == ["one two"])
    }

    @Test func aDictationThatWasTakenOffThePageComesBackWithItsEntry() async {
        dictate("one two")
        await view.nextChange { view.state.canBeginAnew }
        await presenter.prepareToClose()
        keeper.entry.add(keeper.sessions)
        keeper.entry.add([DictatedSession(Transcript(paragraphs: [Paragraph(words: words("three"))]))])
        await presenter.continueEntry(UUID())
        #expect(lines == ["one two", "three"])
    }

    @Test func duringADictationNoEntryTakesThePlaceOfThePage() async {
        keeper.entry = TranscriptDocument(Transcript(paragraphs: [Paragraph(words: words("from before"))]))
        listen("one two")
        await presenter.continueEntry(UUID())
        #expect(lines == ["one two"])
        #expect(view.toasts.last == "Finish the dictation on this page first.")
    }

    @Test func closingAsksNothingAboutTextThatTheHistoryHolds() async {
        dictate("one two")
        #expect(await farewell == nil)
        presenter.edit("one too")
        #expect(await farewell == nil)
        #expect(keeper.kept == "one too")
    }

    @Test func closingAsksAboutTextThatTheHistoryDoesNotHold() async {
        keeper.held = [false]
        dictate("one two")
        #expect(await farewell?.text == "Unsaved text will be lost.")
        model(.ready)
        presenter.pressButton()
        enter(.opening, .listening)
        hear("three")
        enter(.finishing, .idle)
        #expect(await farewell?.text == "Only part of the text is in the history. The rest will be lost.")
        // Nothing was said of deleting what the history holds.
        await presenter.discardSession()
        #expect(keeper.discarded.isEmpty)
    }

    @Test func discardDeletesADictationThatTheHistoryHoldsAlsoIfItEndsMeanwhile() async {
        listen("one two")
        let question = await farewell
        #expect(question?.text == "Finish keeps this dictation in the history. Discard deletes it.")
        #expect(question?.save == "Finish")
        enter(.finishing, .idle)
        await presenter.discardSession()
        #expect(keeper.sessions.map(\.transcript.text) == ["one two"])
        #expect(keeper.discarded == keeper.sessions.map(\.id))
    }

    @Test func discardDeletesAlsoTheRecordingOfADictationThatEndsWithoutWords() async {
        presenter.activateAlone()
        model(.ready)
        presenter.pressButton()
        enter(.opening, .listening)
        #expect(await farewell != nil)
        enter(.finishing, .idle)
        await presenter.discardSession()
        #expect(keeper.discarded.count == 1)
    }

    @Test func aDictationThatIsNotKeptIsLostAndTheTextAboveItStays() async {
        dictate("one two")
        keeper.held = [true, false]
        presenter.pressButton()
        enter(.opening, .listening)
        hear("three")
        let question = await farewell
        let lost = "This dictation is not kept in the history and will be lost."
        #expect(question?.text == lost + " The text above it stays in the history.")
        #expect(question?.save == "Save…")
    }

    @Test func anEditIsStoredASecondLater() async {
        dictate("one two")
        #expect(await farewell == nil)
        presenter.edit("one too")
        presenter.edit("one too!")
        await pace.hasBegun(sleeps: 1)
        #expect(keeper.kept == "one two" && pace.sleeps == [.seconds(1)])
        pace.advance(by: .seconds(1))
        await keeper.nextChange { keeper.kept == "one too!" }
    }

    @Test func thePageOfThePreviousRunIsThereAgainAboveWhatIsSaid() async {
        keeper.formerPage = TranscriptDocument(Transcript(paragraphs: [Paragraph(words: words("one two"))]))
        listen("three")
        await view.nextChange { lines == ["one two", "three"] }
        enter(.finishing, .idle)
        #expect(await farewell == nil)
        #expect(keeper.kept == "one two\nthree")
        presenter.undo()
        #expect(lines == ["one two"])
    }

    @Test func thePageOfThePreviousRunComesAlsoAfterADictation() async {
        keeper.formerPage = TranscriptDocument(Transcript(paragraphs: [Paragraph(words: words("one two"))]))
        dictate("three")
        await view.nextChange { lines == ["one two", "three"] }
    }

    private func seeInterruption(hasText: Bool = true, hasSound: Bool = true) async {
        keeper.formerInterruption = InterruptedDictation(id: UUID(), hasText: hasText, hasSound: hasSound)
        presenter.activateAlone()
        model(.ready)
        await view.nextChange { view.state.banner?.action?.kind == .openInterrupted }
    }

    @Test func afterACrashTheNextStartSaysWhatIsThereAndOpensIt() async throws {
        await seeInterruption()
        let id = try #require(keeper.formerInterruption?.id)
        #expect(
            view.state.banner?.text
                == "Your last dictation was interrupted. Its text and recording are in the history.")
        #expect(view.state.status == "Ready")
        presenter.press(.openInterrupted)
        #expect(view.opened == [id.uuidString])
        #expect(view.state.banner == nil)
    }

    @Test func interruptedCaptionsAreCalledSo() async {
        keeper.formerInterruption = InterruptedDictation(id: UUID(), hasText: true, hasSound: false, kind: .captions)
        presenter.activateAlone()
        model(.ready)
        await view.nextChange { view.state.banner?.action?.kind == .openInterrupted }
        #expect(
            view.state.banner?.text == "Your last captions session was interrupted. Its text is in the history.")
    }

    @Test func ofAnInterruptedDictationNothingIsSaidOnceItsEntryIsGone() async {
        await seeInterruption(hasText: false)
        #expect(view.state.banner?.text.hasSuffix("Its recording is in the history.") == true)
        let history = HistoryService(preferences: FakePreferenceStore())
        keeper.formerInterruption = nil
        presenter.historyService(history, didReport: .changed)
        await view.nextChange { view.state.banner == nil }
    }

    @Test func ofAnInterruptedDictationNothingIsSaidOnceTheUserGoesOn() async {
        await seeInterruption(hasSound: false)
        #expect(view.state.banner?.text.hasSuffix("Its text is in the history.") == true)
        presenter.pressButton()
        enter(.opening, .listening)
        #expect(view.state.banner == nil)
    }

    @Test func aProgramThatDoesNotOwnTheDataSaysSoAndIsReady() {
        let presenter = DictationPresenter(view, dictation, models, isOwner: false)
        presenter.activateAlone()
        model(.ready, to: presenter)
        #expect(view.state.banner?.text.hasPrefix("Another Parlando already had this data open") == true)
        #expect(view.state.status == "Ready")
    }
}
