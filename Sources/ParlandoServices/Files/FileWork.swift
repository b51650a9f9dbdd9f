import Foundation
import ParlandoCore

/// State of a file that is being transcribed, or that has ended without all of its text in the history.
struct FileWork {
    /// The transcript, and the state of its storage.
    var session: RecordedSession
    /// Seconds of sound that have been transcribed. The last words before it may still be missing.
    private(set) var position = 0.0
    /// Number of samples that are stored, counted from the beginning of the file; nil to store none.
    var storedSamples: Int?
    /// The error of the last attempt to store the text; nil if that attempt succeeded or if there was no attempt.
    var storingError: ArchiveError?
    var progress = FileProgress()
    var pace = FilePace()
    private var heard = Transcript()
    private var replacement: LiveReplacement
    /// Position at which the recogniser began, in seconds.
    private var lead = 0.0

    /// - Parameters:
    ///   - rules: replacement rules for the text.
    ///   - keepsSound: whether the sound is stored.
    init(_ entry: HistorySession, rules: ReplacementRules, isKept: Bool, keepsSound: Bool) {
        session = RecordedSession(entry, isKept: isKept, keepsSound: keepsSound)
        replacement = LiveReplacement(rules)
        storedSamples = keepsSound ? 0 : nil
    }

    /// Prepares for another session of the recogniser, which begins at the safe position.
    mutating func begin() {
        lead = safePosition
        heard.apply(.paragraphEnded)
    }

    /// Prepares to go on after the transcription had ended.
    mutating func continues() {
        session.continues()
        storedSamples = nil
        storingError = nil
        progress = FileProgress()
        pace = FilePace()
    }

    /// Position in seconds before which all words are known: the end of the last final word.
    var safePosition: Double {
        max(lead, heard.paragraphs.last?.end ?? 0)
    }

    /// Applies an event of the recogniser.
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

    /// Applies the replacement rules to the last words, which were held back because more words could have followed.
    mutating func end() {
        session.transcript = replacement.apply(to: heard, isOver: true)
        session.transcript.apply(.interim([]))
    }

    /// The text, ready for export.
    var document: TranscriptDocument {
        TranscriptDocument(session.transcript, began: session.entry.began, language: session.language)
    }

    /// The place of the text.
    var place: FileOutcome.Place {
        switch storingError {
        case _ where session.transcript.wordCount == 0: .nowhere
        case let error?: .memoryOnly(error)
        case nil: session.isKept ? .history : .memory
        }
    }
}
