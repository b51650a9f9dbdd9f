import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What the history page does if a change cannot be stored, or an offer ends while the next change is under way.
@MainActor @Suite(.timeLimit(.minutes(1))) struct FailedChangeTests {
    private let scene = TranslatorScene()
    private let view = SpyHistoryView()
    private let store = FakeHistoryStore()
    private let history: HistoryService
    private let presenter: HistoryPresenter

    init() {
        for text in ["first", "second"] {
            let session = HistorySession(
                kind: .dictation, began: FixedClock().now, text: text, isEdited: true, isOpen: false)
            store.put(HistoryRecord(session: session, words: []))
        }
        history = HistoryService(store, preferences: scene.store)
        presenter = HistoryPresenter(
            view: view, history: history, news: HistoryNews(of: history), store: scene.store,
            translator: scene.presenter, saver: FakeTextSaver(), clock: FixedClock())
        presenter.activate()
    }

    private var titles: [String] { view.state.entries.map(\.title).sorted() }

    private func show(_ title: String) async throws {
        presenter.open()
        await view.nextChange { titles.contains(title) }
        presenter.choose(try #require(view.state.entries.first { $0.title == title }).id)
        await view.nextChange { view.state.detail?.text == title }
    }

    private func remove(_ title: String) async throws {
        try await show(title)
        presenter.removeShown()
        await view.nextChange { view.offers.count == 1 }
    }

    @Test func theEndOfAnOfferDoesNotMakeTheNextRemovalFinal() async throws {
        try await remove("first")
        try await show("second")
        let door = store.hangRemoval()
        presenter.removeShown()
        while store.isRemovalAwaited {
            await Task.yield()
        }
        presenter.forgetRemoved()
        door.finish()
        await view.nextChange { view.offers.count == 2 && titles.isEmpty }
        presenter.undo()
        await view.nextChange { titles == ["second"] }
        #expect(titles == ["second"])
    }

    @Test func anUndoThatFailsIsOfferedAgain() async throws {
        try await remove("first")
        let failure = ArchiveError(.diskFull)
        store.fail(with: failure)
        presenter.undo()
        await view.nextChange { view.offers.count == 2 }
        #expect(view.offers.last == HistoryWording.message(failure))
        store.fail(with: nil)
        presenter.undo()
        await view.nextChange { titles == ["first", "second"] }
        #expect(titles == ["first", "second"])
    }

    @Test func anEditThatCouldNotBeStoredIsTriedAgainAtTheEnd() async throws {
        try await show("first")
        presenter.setEditing(true)
        store.fail(with: ArchiveError(.diskFull))
        presenter.edit("edited")
        await view.nextChange { !view.toasts.isEmpty }
        presenter.setEditing(false)
        await view.nextChange { view.toasts.count > 1 }
        #expect(view.state.detail?.text == "edited")
        store.fail(with: nil)
        presenter.goBack()
        await view.nextChange { titles == ["edited", "second"] }
        #expect(titles == ["edited", "second"])
    }
}
