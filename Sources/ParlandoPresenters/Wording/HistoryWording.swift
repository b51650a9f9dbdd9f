import Foundation
public import ParlandoCore
import ParlandoServices

enum HistoryWording {
    /// Most characters of a title that is made from the beginning of a text.
    private static let longest = 200

    static func emptiness(isAllowed: Bool, isSearching: Bool) -> (String, String) {
        if isSearching {
            return (tr("No Results Found"), tr("Try a different search."))
        }
        return isAllowed
            ? (tr("No History Yet"), tr("Dictations, files and translations will appear here."))
            : (tr("History Is Off"), tr("Turn it on in Preferences. It stays on this computer."))
    }

    static func line(_ text: String) -> String {
        text.prefix(longest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func name(of kind: HistoryKind) -> String {
        switch kind {
        case .dictation: tr("Dictation")
        case .terminal: tr("Terminal Dictation")
        case .file: tr("File")
        case .captions: tr("Captions")
        }
    }

    /// Kind, time, duration and language, for the list.
    static func caption(_ session: HistorySession) -> String {
        let parts = [
            name(of: session.kind), time(session.began), progress(of: session),
            session.language.map(LanguageWording.nativeName), state(of: session),
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    private static func state(of session: HistorySession) -> String? {
        session.isIncomplete ? session.kind == .file ? tr("incomplete") : tr("interrupted") : nil
    }

    static func caption(_ exchange: Exchange) -> String {
        [tr("Translation"), time(exchange.date), pair(exchange)].joined(separator: " · ")
    }

    /// Dates and times of the sessions, the duration of all, languages and engines, beside the list.
    static func longCaption(_ records: [HistoryRecord], duration: Double) -> String {
        let sessions = records.map(\.session)
        var day = ""
        let times = sessions.map { session -> String in
            let began = Self.date(session.began)
            defer { day = began }
            return began == day ? time(session.began) : "\(began) \(time(session.began))"
        }
        let parts = [
            times.joined(separator: ", "),
            sessions.contains { $0.isOpen } ? tr("under way") : duration > 0 ? Quantities.clock(duration) : "",
            different(sessions.compactMap { $0.language.map(LanguageWording.nativeName) }),
            different(sessions.map { $0.engine.isEmpty ? "" : ModelWording.name(ofTechnical: $0.engine) }),
            sessions.contains { $0.isEdited } ? tr("edited") : "",
            different(sessions.compactMap { state(of: $0) }),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The different texts in their order, in one.
    private static func different(_ texts: [String]) -> String {
        var all: [String] = []
        for text in texts where !text.isEmpty && !all.contains(text) {
            all.append(text)
        }
        return all.joined(separator: ", ")
    }

    /// What the user should know about an entry; may be empty.
    ///
    /// - Parameter leads: when each session begins, in seconds on the clock of the page.
    static func note(
        _ records: [HistoryRecord], _ leads: [Double], _ fault: HistorySound.Fault?,
        _ repeated: [RepeatedTranscription]
    ) -> String {
        var notes: [String] = []
        if let job = repeated.first(where: { $0.progress != nil }), let progress = job.progress {
            notes.append(tr("Transcribing again: {progress}", ["progress": Quantities.percent(100 * progress)]))
        } else if !repeated.isEmpty {
            notes.append(tr("Waiting to be transcribed again"))
        } else if records.contains(where: { $0.session.isIncomplete && $0.session.kind != .file }) {
            notes.append(tr("Interrupted: the last words may be missing."))
        }
        for (session, place) in zip(records.map(\.session), leads) {
            if let end = session.soundEnd {
                notes.append(
                    tr("The recording could not be saved after {time}.", ["time": Quantities.clock(place + end)]))
            }
        }
        switch fault {
        case .missing: notes.append(tr("The file cannot be played because it is no longer there."))
        case .changed: notes.append(tr("The file is not played because it has changed since it was transcribed."))
        case nil: break
        }
        return notes.joined(separator: "\n")
    }

    /// Nil if the duration is unknown, because the dictation was interrupted before its first word.
    private static func progress(of session: HistorySession) -> String? {
        guard !session.isOpen else {
            return tr("under way")
        }
        return session.isIncomplete && session.duration == 0 ? nil : Quantities.clock(session.duration)
    }

    static func longCaption(_ exchange: Exchange) -> String {
        let parts = [
            "\(date(exchange.date)) \(time(exchange.date))", pair(exchange),
            exchange.service.map { TranslatorWording.name(of: $0.descriptor) },
            exchange.service?.descriptor.isRough == true ? TranslatorWording.rough : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    private static func pair(_ exchange: Exchange) -> String {
        [exchange.sourceLanguage, exchange.targetLanguage].compactMap { $0 }.map(LanguageWording.nativeName)
            .joined(separator: " → ")
    }

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

    /// ISO 8601, the same in every language: `2026-11-26`.
    static func date(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        return [parts.year, parts.month, parts.day].map { Quantities.twoDigits($0 ?? 0) }.joined(separator: "-")
    }

    /// What stands above an entry in a file with several: the title, which may be empty, and the date.
    static func heading(_ title: String, _ date: Date) -> String {
        [title, "\(self.date(date)) \(time(date))"].filter { !$0.isEmpty }.joined(separator: ", ") + "\n\n"
    }

    /// 24-hour format: `09:05`.
    static func time(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: date)
        return [parts.hour, parts.minute].map { Quantities.twoDigits($0 ?? 0) }.joined(separator: ":")
    }

    static func removed(_ count: Int) -> String {
        trn("{count} entry deleted", "{count} entries deleted", count)
    }

    static func message(_ error: ArchiveError) -> String {
        switch error.kind {
        case .diskFull: tr("The history could not be saved because the disk is full.")
        case .notWritable: tr("The history could not be saved: you do not have permission to write to its folder.")
        case .damaged, .entriesDropped, .newer, .dateDoubtful, .failed: error.message.text
        }
    }

    static func notReplaced(_ failure: FileFailure?) -> String {
        let reason = failure.map { FilesWording.message($0) } ?? tr("No words were recognized.")
        return reason + " " + tr("The text stays as it was.")
    }

    static func message(_ error: TextSaveError) -> String {
        error.kind == .diskFull
            ? tr("The recording could not be saved because the disk is full. The text is kept.")
            : tr("The recording could not be saved completely. The text is kept.")
    }

    /// 0 days mean forever.
    static func name(ofDays days: Int) -> String {
        switch days {
        case 0: tr("Forever")
        case 365: tr("1 year")
        default: trn("{count} day", "{count} days", days)
        }
    }

    /// Returns the question before a change that deletes entries or recordings; nil if it deletes none.
    static func question(before change: PreferenceChange, _ old: HistoryPreferences) -> PageQuestion? {
        if change.value(of: \.history.keepsDictations) == false, old.keepsDictations {
            return .deletion(
                tr("Delete Saved Dictations?"), tr("All dictations saved on this computer will be deleted."))
        }
        if change.value(of: \.history.keepsTerminal) == false, old.keepsTerminal {
            return .deletion(
                tr("Delete Saved Dictations?"),
                tr("All dictations into the terminal saved on this computer will be deleted."))
        }
        if change.value(of: \.history.keepsSound) == false, old.keepsSound {
            return .deletion(
                tr("Delete Recordings?"), tr("All recordings of dictations will be deleted. Their text is kept."))
        }
        guard let days = change.value(of: \.history.days), days > 0, old.days == 0 || days < old.days else {
            return nil
        }
        return .deletion(
            tr("Delete Older Entries?"),
            trn(
                "Entries older than {count} day will be deleted now, and from then on.",
                "Entries older than {count} days will be deleted now, and from then on.", days) + " "
                + tr("If you choose a longer time within a day, they come back."))
    }
}

extension PageQuestion {
    static func deletion(_ title: String, _ text: String) -> Self {
        Self(title, text, goOn: tr("Delete"), isLoss: true)
    }
}

extension ArchiveError {
    /// The text on the page is not affected.
    public var message: Message {
        switch kind {
        case .diskFull:
            Message(
                tr("The translation could not be saved because the disk is full. It is still on this page."), .privacy)
        case .notWritable:
            Message(
                tr(
                    "The translation could not be saved: you do not have permission to write to its folder. It is still on this page."
                ))
        case .damaged: Message(tr("The history was damaged. It was set aside, and a new one was started."))
        case .entriesDropped: Message(tr("Some history entries were damaged and had to be removed."))
        case .newer:
            Message(
                tr(
                    "The history belongs to a newer version of Parlando. It can be read, but nothing is added or deleted."
                ))
        case .dateDoubtful:
            Message(
                tr(
                    "Old history entries are not deleted yet, because the date on this computer may be wrong. If it is right, they will be deleted the next time you start Parlando."
                ))
        case .failed: Message(tr("The history could not be read or saved."), .tryAgain)
        }
    }
}

extension PageAction {
    static var privacy: Self { Self(tr("Open Preferences"), .openPrivacy) }
}

/// Texts about the data that the program keeps on disk.
enum PrivacyWording {
    static var stopKeepingPractice: PageQuestion {
        .deletion(tr("Delete Results?"), tr("The saved results of all exercises will be deleted."))
    }

    /// Returns purpose, place and size of one kind of data.
    ///
    /// - Parameters:
    ///   - place: nil if it has not been measured yet.
    ///   - home: path of the home folder, shown as `~`; empty if there is none.
    static func note(on kind: KeptKind, _ place: KeptPlace?, home: String) -> String {
        [purpose(of: kind), place.map { location($0, home: home) }].compactMap { $0 }.joined(separator: "\n")
    }

    private static func purpose(of kind: KeptKind) -> String {
        switch kind {
        case .texts: tr("Dictations, captions and transcribed files, to find them again")
        case .recordings: tr("To listen to dictations and captions again; those of captions have other voices too")
        case .unsent: tr("Speech that a server did not accept, to send it again")
        case .translations: tr("To find them again; without this, they are forgotten when Parlando closes")
        case .practice: tr("To show your progress over days")
        case .exercises: tr("Exercises and sets that you have saved")
        case .words: tr("Words and rules that you have added for dictation")
        case .models: tr("Removed one by one on the Models page")
        }
    }

    private static func location(_ place: KeptPlace, home: String) -> String {
        guard place.bytes > 0 else {
            return tr("Nothing is kept")
        }
        let isInHome = !home.isEmpty && place.path.hasPrefix(home + "/")
        let path = isInHome ? "~" + place.path.dropFirst(home.count) : place.path
        return path + " · " + Quantities.bytes(place.bytes)
    }

    static func note(on keys: Result<Int, SecretError>) -> String {
        switch keys {
        case .success(0): tr("None in the keyring")
        case .success(let count): trn("{count} key in the keyring", "{count} keys in the keyring", count)
        case .failure(let error): error.message.text
        }
    }

    static func note(onListeningAhead isOn: Bool) -> String {
        isOn
            ? tr(
                "While push-to-talk is set up, the microphone stays open, and the latest half second of sound is in "
                    + "memory. Nothing of it is stored or sent unless you press the keys.")
            : tr("Off. The microphone is open only while a page or captions use it.")
    }

    /// - Parameter programs: file names, which may be anything.
    static func note(onListeners programs: [String]) -> String {
        let names = Set(programs.map { TerminalText.title($0) }).sorted().joined(separator: ", ")
        let now = names.isEmpty ? tr("None at the moment") : tr("Now: {list}", ["list": names])
        return tr(
            "Programs that asked for dictated text. They never get captions, dictations that are left out of the "
                + "history, or text for the terminal or other applications.") + "\n" + now
    }
}
