import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Other readings of doubtful words in the history.
@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryReadingsTests {
    private let view = SpyHistoryView()
    private let store = FakeHistoryStore()
    private let sounds = FakeHistorySounds()
    private let presenter: HistoryPresenter
    private let session: HistorySession
    private let scene = TranslatorScene { $0.keepsTranslations = true }

    init() {
        session = HistorySession(kind: .dictation, began: FixedClock().now, text: "ask knot", isOpen: false)
        var words = ["ask", "knot"].enumerated().map { index, text in
            HistoryWord(
                Word(text: text, start: Double(index), end: Double(index) + 1, probability: 0.9), paragraph: 0)
        }
        words[1].word.probability = 0.3
        words[1].word.readings = [Reading(text: "not", confidence: 0.2, likelihood: -2)]
        store.put(HistoryRecord(session: session, words: words))
        let history = HistoryService(store, sounds: sounds, preferences: scene.store)
        presenter = HistoryPresenter(
            view: view, history: history, news: HistoryNews(of: history), store: scene.store,
            translator: scene.presenter, saver: FakeTextSaver(), clock: FixedClock())
        presenter.activate()
    }

    private func show() async {
        presenter.open()
        await view.nextChange { !view.state.entries.isEmpty }
        presenter.choose(session.id.uuidString)
        await view.nextChange { view.state.detail != nil }
    }

    @Test func aDoubtfulWordIsMarkedAndAPressOffersItsReadings() async {
        await show()
        #expect(view.state.detail?.doubtful == [4..<8])
        presenter.pressText(at: 5)
        #expect(view.state.detail?.readings?.others == ["not"])
        #expect(view.state.detail?.readings?.canPlay == false)
        presenter.closeReadings()
        #expect(view.state.detail?.readings == nil)
    }

    @Test func theChosenReadingChangesTheTextAndItsOriginalCanBeRestored() async {
        await show()
        presenter.offerReadings(at: 4)
        presenter.chooseReading(0)
        await view.nextChange { view.state.detail?.text == "ask not" }
        #expect(view.state.detail?.doubtful == [])
        #expect(view.state.detail?.canRestore == true)
        #expect(view.toasts == ["“knot” replaced with “not”"])
        presenter.restoreText()
        await view.nextChange { view.state.detail?.text == "ask knot" }
        #expect(view.state.detail?.doubtful == [4..<8])
    }

    @Test func aWordThatIsSureHasNoReadings() async {
        await show()
        presenter.offerReadings(at: 1)
        #expect(view.state.detail?.readings == nil)
        #expect(view.toasts == ["Only words with a dotted line have other readings"])
    }

    @Test func whileTheTextIsEditedNothingIsOffered() async {
        await show()
        presenter.setEditing(true)
        #expect(view.state.detail?.doubtful == [])
        presenter.offerReadings(at: 5)
        #expect(view.state.detail?.readings == nil)
    }
}
