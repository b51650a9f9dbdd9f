import Foundation
import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the history window. `state` computes the view state from them.
struct HistoryScreen {
    /// The entry that is shown beside the list, and whether the user is editing or correcting it.
    struct Shown {
        var entry: HistoryEntry
        /// The text of the session with its words and their times; nil for a translation.
        var document: TranscriptDocument?
        var map = HistoryWordMap()
        var hasSound = false
        var isEditing = false
        /// The word for which alternatives are offered, with the alternatives; nil if none are offered.
        var asked: AskedWord?

        /// Whether the user can choose alternatives to words that were recognised with low confidence.
        var canRead: Bool {
            guard case .session(let session) = entry else {
                return false
            }
            return !session.isOpen && !isEditing
        }
    }

    var preferences = Preferences()
    /// The entries in the list, newest first.
    private(set) var entries: [HistoryEntry] = []
    /// Whether more entries match the search than the list contains.
    private(set) var hasMore = false
    /// Maximum number of entries in the list.
    var limit = HistoryPresenter.portion
    var words = ""
    var isChoosing = false
    var chosen: Set<HistoryEntry.ID> = []
    /// Whether all entries that match the search are selected, including entries that are not in the list.
    var choosesAll = false
    var shown: Shown?
    var playback: HistoryPlayback?
    var now = Date()

    var state: HistoryViewState {
        var state = HistoryViewState()
        state.entries = rows
        state.hasMore = hasMore
        let keepsAny = preferences.history.keepsDictations || preferences.translator.keepsTranslations
        state.offersPreferences = !keepsAny
        (state.emptyTitle, state.emptyText) = HistoryWording.emptiness(
            isAllowed: keepsAny, isSearching: !words.allSatisfy(\.isWhitespace))
        state.isChoosing = isChoosing
        state.choice = choosesAll ? tr("All selected") : trn("{count} selected", "{count} selected", chosen.count)
        state.canRemoveChosen = choosesAll || !chosen.isEmpty
        state.detail = shown.map(detail)
        return state
    }

    // MARK: The list

    /// Puts the entries that a search has found into the list, up to a maximum number.
    mutating func list(_ found: [HistoryEntry], limit: Int) {
        entries = Array(found.prefix(limit))
        hasMore = found.count > limit
        chosen.formIntersection(entries.map(\.id))
    }

    private var rows: [HistoryViewState.Entry] {
        var day = ""
        return entries.map { entry in
            var row = row(entry)
            let heading = HistoryWording.day(entry.date, now: now)
            row.heading = heading == day ? "" : heading
            row.isChosen = choosesAll || chosen.contains(entry.id)
            day = heading
            return row
        }
    }

    private func row(_ entry: HistoryEntry) -> HistoryViewState.Entry {
        switch entry {
        case .session(let session):
            let isRightToLeft = Self.isRightToLeft(session.language)
            return HistoryViewState.Entry(
                id: session.id.uuidString, heading: "", title: Self.title(of: session),
                text: session.title.revealed.isEmpty ? "" : HistoryWording.line(session.text.revealed),
                caption: HistoryWording.caption(session), isTitleRightToLeft: isRightToLeft,
                isTextRightToLeft: isRightToLeft, isChosen: false)
        case .translation(let exchange):
            return HistoryViewState.Entry(
                id: exchange.id.uuidString, heading: "", title: HistoryWording.line(exchange.source.revealed),
                text: HistoryWording.line(exchange.translation.revealed), caption: HistoryWording.caption(exchange),
                isTitleRightToLeft: Self.isRightToLeft(exchange.sourceLanguage),
                isTextRightToLeft: Self.isRightToLeft(exchange.targetLanguage), isChosen: false)
        }
    }

    private static func title(of session: HistorySession) -> String {
        let title = session.title.revealed
        return title.isEmpty ? HistoryWording.line(session.text.revealed) : title
    }

    private static func isRightToLeft(_ code: String?) -> Bool {
        code.flatMap(SpeechLanguage.named)?.isRightToLeft ?? false
    }

    // MARK: The entry

    private func detail(_ shown: Shown) -> HistoryViewState.Detail {
        switch shown.entry {
        case .session(let session): detail(session, shown)
        case .translation(let exchange): detail(exchange)
        }
    }

    private func detail(_ session: HistorySession, _ shown: Shown) -> HistoryViewState.Detail {
        let playback = playback?.id == session.id ? playback : nil
        let text = shown.document?.text ?? session.text.revealed
        var detail = HistoryViewState.Detail(
            id: session.id.uuidString, title: session.title.revealed,
            usualTitle: HistoryWording.name(of: session.kind), canRename: true,
            caption: HistoryWording.longCaption(session), text: text,
            isTextRightToLeft: Self.isRightToLeft(session.language), translation: nil,
            isTranslationRightToLeft: false, canEdit: !session.isOpen, isEditing: shown.isEditing,
            canRestore: shown.document?.isEdited ?? false, canPlay: shown.hasSound && !session.isOpen,
            isPlaying: playback.map { !$0.isPaused } ?? false,
            position: shown.hasSound
                ? "\(Quantities.clock(playback?.seconds ?? 0)) / \(Quantities.clock(session.duration))" : "",
            marked: shown.isEditing ? nil : playback.flatMap { shown.map.range(at: $0.seconds) },
            isTranslation: false)
        if shown.canRead {
            detail.doubtful = shown.map.doubtful
            detail.readings = shown.asked.map { ReadingWording.readings(of: $0) }
        }
        return detail
    }

    private func detail(_ exchange: Exchange) -> HistoryViewState.Detail {
        HistoryViewState.Detail(
            id: exchange.id.uuidString, title: "", usualTitle: tr("Translation"), canRename: false,
            caption: HistoryWording.longCaption(exchange), text: exchange.source.revealed,
            isTextRightToLeft: Self.isRightToLeft(exchange.sourceLanguage),
            translation: exchange.translation.revealed,
            isTranslationRightToLeft: Self.isRightToLeft(exchange.targetLanguage), canEdit: false, isEditing: false,
            canRestore: false, canPlay: false, isPlaying: false, position: "", marked: nil, isTranslation: true)
    }
}
