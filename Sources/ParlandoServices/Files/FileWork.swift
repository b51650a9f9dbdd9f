import Foundation
import ParlandoCore

/// The work on a file. It is kept after the end if the history does not contain all of the text.
struct FileWork {
    var session: RecordedSession
    /// Seconds transcribed so far. The last words before this position may still be missing.
    private(set) var position = 0.0
    /// The error of the last attempt to store the text.
    var storingError: ArchiveError?
    var progress = FileProgress()
    var pace = FilePace()
    private var heard = Transcript()
    private var replacement: LiveReplacement
    /// Where in the file the recogniser's current session began, in seconds.
    private var lead = 0.0

    init(_ entry: HistorySession, rules: ReplacementRules, isKept: Bool) {
        session = RecordedSession(entry, isKept: isKept, keepsSound: false)
        replacement = LiveReplacement(rules)
    }

    /// Prepares for another session of the recogniser, which begins at `safePosition`.
    mutating func begin() {
        lead = safePosition
        heard.apply(.paragraphEnded)
    }

    /// Prepares to continue a transcription that had ended early.
    mutating func continues() {
        session.continues()
        storingError = nil
        progress = FileProgress()
        pace = FilePace()
    }

    /// Seconds of the file before which all words are known: the end of the last final word.
    var safePosition: Double {
        max(lead, heard.paragraphs.last?.end ?? 0)
    }

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

    /// Applies the replacement rules to the last words, which a rule might have matched together with further words.
    mutating func end() {
        session.transcript = replacement.apply(to: heard, isOver: true)
        session.transcript.apply(.interim([]))
    }

    var document: TranscriptDocument {
        TranscriptDocument(session.transcript, began: session.entry.began, language: session.language)
    }

    var place: FileOutcome.Place {
        switch storingError {
        case _ where session.transcript.wordCount == 0: .nowhere
        case let error?: .memoryOnly(error)
        case nil: session.isKept ? .history : .memory
        }
    }
}

/// The speed of transcription. The time for which a file waits does not count, nor the time before the first words, in
/// which a model may be loaded.
struct FilePace {
    /// Seconds of work before a speed is computed.
    private static let shortest = 1.0

    /// First reported position in the file, in seconds.
    private var start: Double?
    private var position = 0.0
    /// Seconds of work before `since`.
    private var worked = 0.0
    /// Begin of the current stretch of work; nil while the file waits.
    private var since: HostTime?

    mutating func reach(_ seconds: Double, at now: HostTime) {
        if start == nil {
            start = seconds
            since = now
        }
        position = seconds
    }

    mutating func hold(_ isHeldUp: Bool, at now: HostTime) {
        guard start != nil else {
            return
        }
        if isHeldUp {
            worked = time(at: now)
            since = nil
        } else if since == nil {
            since = now
        }
    }

    /// Returns seconds of sound per second of work; nil if it is not known yet.
    func speed(at now: HostTime) -> Double? {
        guard let start, position > start, time(at: now) >= Self.shortest else {
            return nil
        }
        return (position - start) / time(at: now)
    }

    private func time(at now: HostTime) -> Double {
        worked + (since.map { now.seconds(since: $0) } ?? 0)
    }
}
