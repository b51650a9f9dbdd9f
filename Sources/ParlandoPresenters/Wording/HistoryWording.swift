import Foundation
import ParlandoCore
import ParlandoServices

/// Texts about the history, such as captions of its entries.
enum HistoryWording {
    /// Maximum number of characters of a list title that is made from the beginning of a text.
    private static let longest = 200

    /// Returns the title and the sentence that are shown if the history has no entries to list.
    ///
    /// - Parameters:
    ///   - isAllowed: whether the preferences allow entries to be stored.
    ///   - isSearching: whether the list is empty because a search found nothing.
    static func emptiness(isAllowed: Bool, isSearching: Bool) -> (String, String) {
        if isSearching {
            return (tr("No Results Found"), tr("Try a different search."))
        }
        return isAllowed
            ? (tr("No History Yet"), tr("Dictations, files and translations will appear here."))
            : (tr("History Is Off"), tr("Turn it on in Preferences. It stays on this computer."))
    }

    /// Returns the beginning of a text as one line, for a list.
    static func line(_ text: String) -> String {
        text.prefix(longest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func name(of kind: HistoryKind) -> String {
        switch kind {
        case .dictation: tr("Dictation")
        case .terminal: tr("Terminal Dictation")
        case .file: tr("File")
        }
    }

    /// Returns the caption of a dictation or file in the list: kind, time, duration and language.
    static func caption(_ session: HistorySession) -> String {
        let parts = [
            name(of: session.kind), time(session.began),
            session.isOpen ? tr("under way") : Quantities.clock(session.duration),
            session.language.map(LanguageWording.nativeName), session.isIncomplete ? tr("incomplete") : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    static func caption(_ exchange: Exchange) -> String {
        [tr("Translation"), time(exchange.date), pair(exchange)].joined(separator: " · ")
    }

    /// Returns the caption of a dictation or file that is shown beside the list: date, time, duration, language, and
    /// model or server.
    static func longCaption(_ session: HistorySession) -> String {
        let parts = [
            "\(date(session.began)) \(time(session.began))",
            session.isOpen ? tr("under way") : Quantities.clock(session.duration),
            session.language.map(LanguageWording.nativeName), session.engine.isEmpty ? nil : session.engine,
            session.isEdited ? tr("edited") : nil, session.isIncomplete ? tr("incomplete") : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    static func longCaption(_ exchange: Exchange) -> String {
        let parts = [
            "\(date(exchange.date)) \(time(exchange.date))", pair(exchange),
            exchange.service.map { TranslatorWording.name(of: $0) },
            exchange.service?.descriptor.isRough == true ? TranslatorWording.rough : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    private static func pair(_ exchange: Exchange) -> String {
        [exchange.sourceLanguage, exchange.targetLanguage].compactMap { $0 }.map(LanguageWording.nativeName)
            .joined(separator: " → ")
    }

    /// Returns the heading for a day's entries in the list: "Today", "Yesterday" or the date.
    static func day(_ date: Date, now: Date) -> String {
        let calendar = Calendar(identifier: .gregorian)
        if calendar.isDate(date, inSameDayAs: now) {
            return tr("Today")
        }
        if let yesterday = calendar.date(byAdding: .day, value: -1, to: now),
            calendar.isDate(date, inSameDayAs: yesterday)
        {
            return tr("Yesterday")
        }
        return self.date(date)
    }

    /// Returns a date in ISO 8601 format, such as `2026-11-26`, which does not depend on the language of the interface.
    static func date(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        return [parts.year, parts.month, parts.day].map(twoDigits).joined(separator: "-")
    }

    /// Returns the time of day in 24-hour format, such as `09:05`.
    static func time(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: date)
        return [parts.hour, parts.minute].map(twoDigits).joined(separator: ":")
    }

    private static func twoDigits(_ number: Int?) -> String {
        let text = String(number ?? 0)
        return text.count < 2 ? "0" + text : text
    }

    /// Returns the message that `count` entries of the history were removed.
    static func removed(_ count: Int) -> String {
        trn("{count} entry deleted", "{count} entries deleted", count)
    }

    /// Returns the message about an error in storing or reading the history.
    static func message(_ error: ArchiveError) -> String {
        switch error.kind {
        case .diskFull: tr("The history could not be saved because the disk is full.")
        case .notWritable: tr("The history could not be saved: you do not have permission to write to its folder.")
        case .damaged, .entriesDropped, .newer, .dateDoubtful, .failed: error.message.text
        }
    }

    /// Returns the message that the recording of a dictation could not be stored in the history.
    static func message(_ error: TextSaveError) -> String {
        error.kind == .diskFull
            ? tr("The recording could not be saved because the disk is full. The text is kept.")
            : tr("The recording could not be saved. The text is kept.")
    }

    /// Returns the name of a choice for how long history entries are kept. 0 days means forever.
    static func name(ofDays days: Int) -> String {
        switch days {
        case 0: tr("Forever")
        case 365: tr("1 year")
        default: trn("{count} day", "{count} days", days)
        }
    }

    static var stopKeepingDictations: PageQuestion {
        PageQuestion(
            tr("Delete Saved Dictations?"), tr("All dictations saved on this computer will be deleted."),
            goOn: tr("Delete"), isLoss: true)
    }

    static var stopKeepingTerminal: PageQuestion {
        PageQuestion(
            tr("Delete Saved Dictations?"),
            tr("All dictations into the terminal saved on this computer will be deleted."),
            goOn: tr("Delete"), isLoss: true)
    }

    static var stopKeepingSound: PageQuestion {
        PageQuestion(
            tr("Delete Recordings?"), tr("All recordings of dictations will be deleted. Their text is kept."),
            goOn: tr("Delete"), isLoss: true)
    }

    /// Returns the question to ask before history entries that are older than `days` days are deleted.
    static func keepOnly(days: Int) -> PageQuestion {
        PageQuestion(
            tr("Delete Older Entries?"),
            trn(
                "Entries older than {count} day will be deleted now, and from then on.",
                "Entries older than {count} days will be deleted now, and from then on.", days) + " "
                + tr("If you choose a longer time within a day, they come back."),
            goOn: tr("Delete"), isLoss: true)
    }
}
