import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryPresenterTests {
    private let scene = TranslatorScene { $0.keepsTranslations = true }
    private let view = SpyHistoryView()
    private let archive = FakeTranslationArchive()
    private let presenter: HistoryPresenter

    init() {
        archive.put(
            Exchange(
                source: "Hello", sourceLanguage: "en", translation: "مرحبا", targetLanguage: "ar", isWhole: true))
        archive.put(
            Exchange(source: "Tea", sourceLanguage: "en", translation: "Té", targetLanguage: "es", isWhole: true))
        presenter = HistoryPresenter(view: view, archive: archive, store: scene.store, translator: scene.presenter)
        presenter.activate()
    }

    private func open() async {
        presenter.historyViewDidOpen(view)
        await view.nextChange { !view.state.entries.isEmpty }
    }

    @Test func theNewestComesFirstWithItsLanguages() async {
        await open()
        #expect(view.state.entries.map(\.source) == ["Tea", "Hello"])
        #expect(view.state.entries.first?.caption.hasPrefix("English → Español · 20") ?? false)
        #expect(view.state.entries.map(\.isTranslationRightToLeft) == [false, true])
    }

    @Test func wordsFindWhatHoldsThem() async {
        await open()
        presenter.historyView(view, didSearch: "مرحبا")
        await view.nextChange { view.state.entries.map(\.source) == ["Hello"] }
        presenter.historyView(view, didSearch: "nothing of it")
        await view.nextChange { view.state.entries.isEmpty }
        #expect(view.state.emptyTitle == "No Results Found")
    }

    @Test func whatIsChosenComesBackToThePage() async throws {
        await open()
        presenter.historyView(view, didChoose: try #require(view.state.entries.last?.id))
        #expect(scene.state.source.text == "Hello")
        #expect(scene.state.target.text == "مرحبا")
        #expect(scene.store.load().translator.target == "ar")
        #expect(view.closings == 1)
    }

    @Test func whatIsRemovedIsGone() async throws {
        await open()
        presenter.historyView(view, didRemove: try #require(view.state.entries.first?.id))
        await view.nextChange { view.state.entries.map(\.source) == ["Hello"] }
        #expect(archive.exchanges.count == 1)
    }

    @Test func aDamagedHistoryIsTold() async {
        archive.fail(with: ArchiveError(.damaged))
        presenter.historyViewDidOpen(view)
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts == [ArchiveError(.damaged).message.text])
    }

    @Test func withoutPermissionThePreferencesAreOffered() async {
        scene.store.save(Preferences())
        presenter.historyViewDidOpen(view)
        await view.nextChange { view.state.emptyTitle == "History Is Off" || !view.state.isAllowed }
        presenter.historyViewDidPressPreferences(view)
        #expect(view.openedPreferences == [.privacy])
    }
}
