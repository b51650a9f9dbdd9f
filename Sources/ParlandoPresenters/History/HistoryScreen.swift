import Foundation
import ParlandoCore
import ParlandoServices

/// All data that determine what the window shows. `state` computes it.
struct HistoryScreen {
    struct Shown {
        let entry: HistoryEntry
        /// Nil for a translation.
        private(set) var document: TranscriptDocument?
        /// Assembled once, because playback asks for it many times a second.
        private(set) var text: String
        var map = HistoryWordMap()
        /// The sessions of the entry, from top to bottom.
        var records: [HistoryRecord] = []
        var sound = HistorySound()
        /// Where playback begins, in seconds; nil if it goes on where it is.
        var position: Double?
        var isEditing = false
        /// The word for which alternatives are offered.
        var asked: AskedWord?

        init(entry: HistoryEntry, document: TranscriptDocument? = nil) {
            self.entry = entry
            self.document = document
            text =
                switch entry {
                case .session(let session): document?.text ?? session.text.revealed
                case .translation(let exchange): exchange.source.revealed
                }
        }

        mutating func edit(_ text: String) {
            document?.edit(text)
            self.text = text
        }

        var sessions: [HistorySession.ID] {
            records.map(\.session.id)
        }

        /// Whether alternatives to doubtful words can be chosen.
        var canRead: Bool {
            guard case .session(let session) = entry else {
                return false
            }
            return !session.isOpen && !isEditing
        }
    }

    var preferences = Preferences()
    private(set) var entries: [HistoryEntry] = []
    /// Whether more entries match than are listed.
    private(set) var hasMore = false
    var limit = HistoryPresenter.portion
    var words = ""
    var isChoosing = false
    var chosen: Set<HistoryEntry.ID> = []
    /// Whether all matching entries are selected, also those that are not in the list.
    var choosesAll = false
    var shown: Shown?
    var find = TextFind()
    var playback: HistoryPlayback?
    /// What is being transcribed again; nil if nothing can be.
    var repeating: [RepeatedTranscription]?
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
        state.find = shown == nil ? nil : find.state(canReplace: false)
        return state
    }

    // MARK: The list

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
                id: session.id.uuidString, title: Self.title(of: session),
                text: session.title.revealed.isEmpty ? "" : HistoryWording.line(session.text.revealed),
                caption: HistoryWording.caption(session), isTitleRightToLeft: isRightToLeft,
                isTextRightToLeft: isRightToLeft)
        case .translation(let exchange):
            return HistoryViewState.Entry(
                id: exchange.id.uuidString, title: HistoryWording.line(exchange.source.revealed),
                text: HistoryWording.line(exchange.translation.revealed), caption: HistoryWording.caption(exchange),
                isTitleRightToLeft: Self.isRightToLeft(exchange.sourceLanguage),
                isTextRightToLeft: Self.isRightToLeft(exchange.targetLanguage))
        }
    }

    private static func title(of session: HistorySession) -> String {
        let line = HistoryWording.line(session.text.revealed)
        return [session.title.revealed, line].first { !$0.isEmpty } ?? tr("No text yet")
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
        let seconds = shown.position ?? playback?.seconds ?? 0
        var detail = HistoryViewState.Detail(
            id: session.id.uuidString, title: session.title.revealed,
            usualTitle: HistoryWording.name(of: session.kind), canRename: true,
            caption: HistoryWording.longCaption(shown.records, duration: session.duration), text: shown.text,
            isTextRightToLeft: Self.isRightToLeft(session.language), canEdit: !session.isOpen,
            isEditing: shown.isEditing, canRestore: shown.document?.isEdited ?? false,
            canPlay: shown.sound.isThere && !session.isOpen, isPlaying: playback.map { !$0.isPaused } ?? false,
            position: shown.sound.isThere
                ? "\(Quantities.clock(seconds)) / \(Quantities.clock(session.duration))" : "",
            seconds: seconds, duration: session.duration,
            marked: shown.isEditing ? nil : playback.flatMap { shown.map.range(at: $0.seconds) })
        let repeated = repeating?.filter { shown.sessions.contains($0.session) } ?? []
        detail.note = HistoryWording.note(
            shown.records, shown.document?.leads ?? [], shown.sound.fault, repeated)
        let title = detail.title.isEmpty ? detail.usualTitle : detail.title
        detail.fileName = session.kind == .file ? PathBytes.base(of: title) : title
        detail.canContinue =
            [.dictation, .captions].contains(session.kind) && detail.canEdit && !shown.isEditing
            && preferences.history.keepsDictations
        if repeating != nil, detail.canPlay, shown.sound.isRepeatable, !shown.isEditing {
            detail.repeatLabel = repeated.isEmpty ? tr("Transcribe Again") : tr("Cancel Transcription")
        }
        if shown.canRead {
            detail.doubtful = shown.map.doubtful
            detail.readings = shown.asked.map { ReadingWording.readings(of: $0) }
        }
        return detail
    }

    private func detail(_ exchange: Exchange) -> HistoryViewState.Detail {
        HistoryViewState.Detail(
            id: exchange.id.uuidString, usualTitle: tr("Translation"), caption: HistoryWording.longCaption(exchange),
            text: exchange.source.revealed, isTextRightToLeft: Self.isRightToLeft(exchange.sourceLanguage),
            translation: exchange.translation.revealed,
            isTranslationRightToLeft: Self.isRightToLeft(exchange.targetLanguage))
    }
}

/// The positions of the words in a text, in Unicode scalars, and the times at which they were spoken.
struct HistoryWordMap: Equatable {
    private var places = WordPlaces("", [])
    /// In seconds since the recording began.
    private var starts: [Double] = []

    /// Words that were recognised with low confidence.
    private(set) var doubtful: [Range<Int>] = []

    init() {}

    init(_ text: String, _ words: some Sequence<Word>) {
        places = WordPlaces(text, words)
        starts = words.map(\.start)
        doubtful = zip(places.ranges, words).filter { $1.isDoubtful }.map { $0.0 }
    }

    /// Returns the word that is spoken at a time in seconds; nil before the first word.
    func range(at seconds: Double) -> Range<Int>? {
        starts.lastIndex { $0 <= seconds }.map { places.ranges[$0] }
    }

    /// Returns the time in seconds at which the word at a position begins.
    func start(at position: Int) -> Double? {
        places.index(at: position).map { starts[$0] }
    }
}
