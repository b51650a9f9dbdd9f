public import Foundation

/// Origin of a session in the history. The raw values are stored and must not change.
public enum HistoryKind: String, Sendable, CaseIterable {
    /// Dictation on the dictation page.
    case dictation
    /// Dictation into the terminal.
    case terminal
    /// Transcription of a file.
    case file
}

/// A session in the history, without its words: a dictation, or the transcription of a file. Printing a session does
/// not reveal what was said.
public struct HistorySession: Sendable, Equatable, Identifiable {
    /// Identifier of the session, which also names its recording.
    public let id: UUID
    /// Origin of the session.
    public var kind: HistoryKind
    /// Title given by the user, or the name of the file; empty if there is none.
    public var title: Private<String>
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// Name of the model or server that recognised the speech.
    public var engine: String
    /// Start of the session.
    public var began: Date
    /// Duration of the sound in seconds.
    public var duration: Double
    /// The text, one paragraph per line. In a list of sessions, only the beginning of the text, or the part that
    /// contains the search words.
    public var text: Private<String>
    /// Whether the user has changed the text.
    public var isEdited: Bool
    /// Whether the session is still under way.
    public var isOpen: Bool
    /// Path of the transcribed file, encoded as text by `PathBytes`; nil for a dictation.
    public var source: Private<String>?
    /// Whether the text ends before the end of the transcribed file, because the file is damaged or the transcription
    /// was interrupted.
    public var isIncomplete: Bool

    public init(
        id: UUID = UUID(), kind: HistoryKind, title: String = "", language: String? = nil, engine: String = "",
        began: Date, duration: Double = 0, text: String = "", isEdited: Bool = false, isOpen: Bool = true,
        source: String? = nil, isIncomplete: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.title = Private(title)
        self.language = language
        self.engine = engine
        self.began = began
        self.duration = duration
        self.text = Private(text)
        self.isEdited = isEdited
        self.isOpen = isOpen
        self.source = source.map { Private($0) }
        self.isIncomplete = isIncomplete
    }
}

/// A word of a session, with the number of its paragraph.
public struct HistoryWord: Sendable, Equatable {
    /// The word with its times and confidence.
    public var word: Word
    /// Number of the word's paragraph, counted from 0.
    public var paragraph: Int

    public init(_ word: Word, paragraph: Int) {
        self.word = word
        self.paragraph = paragraph
    }
}

/// A session of the history with all its words.
public struct HistoryRecord: Sendable, Equatable {
    /// The session, with its whole text.
    public var session: HistorySession
    /// The recognised words of the session, in order.
    public var words: [HistoryWord]

    public init(session: HistorySession, words: [HistoryWord]) {
        self.session = session
        self.words = words
    }

    /// The transcript of the session with the user's edits, ready for export.
    public var document: TranscriptDocument {
        var document = TranscriptDocument(
            Transcript(paragraphs: words.paragraphs), began: session.began, language: session.language)
        if session.isEdited {
            document.edit(session.text.revealed)
        }
        return document
    }
}

extension TranscriptDocument {
    /// Creates the page on which these sessions were, from top to bottom, with the user's edits.
    public init(_ records: [HistoryRecord]) {
        self.init()
        add(
            records.map { record in
                var session = DictatedSession(
                    Transcript(paragraphs: record.words.paragraphs), began: record.session.began,
                    language: record.session.language)
                session.captured = record.session.duration
                return session
            })
        if records.contains(where: \.session.isEdited) {
            edit(records.map(\.session.text.revealed).filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }
}

extension Transcript {
    /// Returns the final words from index `position` on, each with the number of its paragraph.
    public func historyWords(from position: Int = 0) -> [HistoryWord] {
        var result: [HistoryWord] = []
        var start = 0
        for (number, paragraph) in paragraphs.enumerated() {
            let end = start + paragraph.words.count
            if end > position {
                result += paragraph.words[max(0, position - start)...].map { HistoryWord($0, paragraph: number) }
            }
            start = end
        }
        return result
    }
}

extension Sequence<HistoryWord> {
    /// The words, grouped into paragraphs. Each paragraph number that is skipped becomes a paragraph without words,
    /// which is an empty line that the speaker asked for.
    public var paragraphs: [Paragraph] {
        var paragraphs: [Paragraph] = []
        var number = -1
        for item in self {
            if item.paragraph == number, let last = paragraphs.indices.last {
                paragraphs[last].words.append(item.word)
            } else {
                // A number from a damaged file may be anything, so the subtraction may overflow.
                let missing = Swift.min(item.paragraph &- number &- 1, mostEmptyLines)
                paragraphs += Array(repeating: Paragraph(words: []), count: Swift.max(0, missing))
                paragraphs.append(Paragraph(words: [item.word]))
                number = item.paragraph
            }
        }
        return paragraphs
    }
}

/// Maximum number of empty lines between two words, so that a damaged paragraph number cannot exhaust the memory.
private let mostEmptyLines = 100
