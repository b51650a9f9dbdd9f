import Foundation
import ParlandoCore

/// State of a file that is being transcribed. It is kept after the transcription has ended if the history does not
/// contain all of the text.
struct FileWork {
    /// The transcript, and the state of its storage.
    var session: RecordedSession
    /// Position up to which the file has been transcribed, in seconds. The last words before this position may still be
    /// missing.
    private(set) var position = 0.0
    /// Number of samples stored so far, counted from the beginning of the file; nil if the sound is not stored.
    var storedSamples: Int?
    /// The error of the last attempt to store the text; nil if the attempt succeeded or there was none.
    var storingError: ArchiveError?
    var progress = FileProgress()
    var pace = FilePace()
    private var heard = Transcript()
    private var replacement: LiveReplacement
    /// Position in the file at which the current session of the recogniser began, in seconds.
    private var lead = 0.0

    /// - Parameters:
    ///   - entry: the history entry of the file.
    ///   - rules: replacement rules for the text.
    ///   - isKept: whether the text is stored in the history.
    ///   - keepsSound: whether the sound is stored.
    init(_ entry: HistorySession, rules: ReplacementRules, isKept: Bool, keepsSound: Bool) {
        session = RecordedSession(entry, isKept: isKept, keepsSound: keepsSound)
        replacement = LiveReplacement(rules)
        storedSamples = keepsSound ? 0 : nil
    }

    /// Prepares for another session of the recogniser, which begins at `safePosition`.
    mutating func begin() {
        lead = safePosition
        heard.apply(.paragraphEnded)
    }

    /// Prepares to continue a transcription that had ended early.
    mutating func continues() {
        session.continues()
        storedSamples = nil
        storingError = nil
        progress = FileProgress()
        pace = FilePace()
    }

    /// Position in the file before which all words are known, in seconds: the end of the last final word.
    var safePosition: Double {
        max(lead, heard.paragraphs.last?.end ?? 0)
    }

    /// Updates the state according to an event of the recogniser.
    mutating func apply(_ event: RecognitionEvent) {
        switch event {
        case .final(let words):
            heard.apply(.final(words.map { $0.moved(by: lead) }))
            session.transcript = replacement.apply(to: heard)
        case .paragraphEnded:
            heard.apply(event)
        case .language(let code, _):
            session.language = code
        case .progress(let seconds):
            position = max(position, lead + seconds)
        case .interim, .warning, .halted, .wentOn, .kept:
            break
        }
    }

    /// Applies the replacement rules to the last words. They were held back before, because a rule might have matched
    /// them together with further words.
    mutating func end() {
        session.transcript = replacement.apply(to: heard, isOver: true)
        session.transcript.apply(.interim([]))
    }

    /// The text, ready for export.
    var document: TranscriptDocument {
        TranscriptDocument(session.transcript, began: session.entry.began, language: session.language)
    }

    /// Place where the transcribed text is stored: in the history, only in memory, or nowhere.
    var place: FileOutcome.Place {
        switch storingError {
        case _ where session.transcript.wordCount == 0: .nowhere
        case let error?: .memoryOnly(error)
        case nil: session.isKept ? .history : .memory
        }
    }
}
