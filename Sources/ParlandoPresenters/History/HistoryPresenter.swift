import Foundation
public import ParlandoCore

/// Shows the history of translations, if the user allows it to be kept.
@MainActor public final class HistoryPresenter {
    /// Maximum number of entries shown at once. Older ones can be found by searching.
    static let most = 200

    private weak var view: (any HistoryView)?
    private let archive: any TranslationArchive
    private let store: any PreferenceStore
    private let translator: TranslatorPresenter
    private var exchanges: [Exchange] = []
    private var words = ""
    private var state = HistoryViewState()
    /// Number of the newest search. Results of earlier searches are not shown.
    private var search = 0

    /// - Parameter translator: shows the entry that the user chooses.
    public init(
        view: any HistoryView, archive: any TranslationArchive, store: any PreferenceStore,
        translator: TranslatorPresenter
    ) {
        self.view = view
        self.archive = archive
        self.store = store
        self.translator = translator
    }

    /// Starts to receive the view's events. Call once.
    public func activate() {
        view?.delegate = self
    }

    private func find() async {
        search += 1
        let mine = search
        do throws(ArchiveError) {
            let found = try await archive.history(matching: words, limit: Self.most)
            if mine == search {
                exchanges = found
                refresh()
            }
        } catch {
            view?.showToast(error.message.text)
            if error.kind == .entriesDropped, mine == search {
                await find()
            }
        }
    }

    private func refresh() {
        var new = HistoryViewState()
        new.isAllowed = store.load().translator.keepsTranslations
        new.entries = exchanges.map(Self.entry)
        (new.emptyTitle, new.emptyText) = emptiness(isAllowed: new.isAllowed)
        if new != state {
            state = new
            view?.render(new)
        }
    }

    private func emptiness(isAllowed: Bool) -> (String, String) {
        if !isAllowed {
            return (tr("History Is Off"), tr("Turn it on in Preferences. It stays on this computer."))
        }
        return words.isEmpty
            ? (tr("No Translations Yet"), tr("New translations will appear here."))
            : (tr("No Results Found"), tr("Try a different search."))
    }

    private static func entry(_ exchange: Exchange) -> HistoryViewState.Entry {
        let languages = [exchange.sourceLanguage, exchange.targetLanguage].compactMap { $0 }
        let pair = languages.map(LanguageWording.nativeName).joined(separator: " → ")
        return HistoryViewState.Entry(
            id: exchange.id.uuidString, source: exchange.source.revealed, translation: exchange.translation.revealed,
            caption: pair + " · " + moment(exchange.date),
            isSourceRightToLeft: isRightToLeft(exchange.sourceLanguage),
            isTranslationRightToLeft: isRightToLeft(exchange.targetLanguage))
    }

    private static func isRightToLeft(_ code: String?) -> Bool {
        code.flatMap(SpeechLanguage.named)?.isRightToLeft ?? false
    }

    /// Returns the date and time to the minute in ISO 8601 format, which does not depend on the language.
    private static func moment(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { number in
            let text = String(number ?? 0)
            return text.count < 2 ? "0" + text : text
        }
        return numbers[0...2].joined(separator: "-") + " " + numbers[3...4].joined(separator: ":")
    }

    private func exchange(_ id: HistoryViewState.Entry.ID) -> Exchange? {
        exchanges.first { $0.id.uuidString == id }
    }
}

extension HistoryPresenter: HistoryViewDelegate {
    public func historyViewDidOpen(_ view: any HistoryView) {
        refresh()
        Task { await find() }
    }

    public func historyView(_ view: any HistoryView, didSearch words: String) {
        self.words = words
        Task { await find() }
    }

    public func historyView(_ view: any HistoryView, didChoose id: HistoryViewState.Entry.ID) {
        guard let exchange = exchange(id) else {
            return
        }
        translator.show(exchange)
        view.close()
    }

    public func historyView(_ view: any HistoryView, didRemove id: HistoryViewState.Entry.ID) {
        guard let exchange = exchange(id) else {
            return
        }
        Task {
            do throws(ArchiveError) {
                try await archive.remove(exchange.id)
            } catch {
                view.showToast(error.message.text)
            }
            await find()
        }
    }

    public func historyViewDidPressPreferences(_ view: any HistoryView) {
        view.close()
        view.openPreferences(.privacy)
    }
}
