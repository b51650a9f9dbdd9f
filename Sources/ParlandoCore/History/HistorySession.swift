public import Foundation

/// Where a session comes from. The raw values are stored and must not change.
public enum HistoryKind: String, Sendable, CaseIterable {
    case dictation
    case terminal
    case file
    case captions
}

/// A dictation or the transcription of a file, without its words. Printing it does not reveal what was said.
public struct HistorySession: Sendable, Equatable, Identifiable {
    /// Also names the recording's file.
    public let id: UUID
    public var kind: HistoryKind
    /// Given by the user, or the name of the file; may be empty.
    public var title: Private<String>
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// The model or server that recognised the speech.
    public var engine: String
    public var began: Date
    /// Seconds of sound.
    public var duration: Double
    /// One paragraph per line. In a list of sessions only the beginning, or the part that contains the search words.
    public var text: Private<String>
    public var isEdited: Bool
    public var isOpen: Bool
    /// Path of the transcribed file in the form of `PathBytes`; nil for a dictation.
    public var source: Private<String>?
    /// Tells the transcribed file from another one in its place; nil if unknown.
    public var mark: String?
    /// Whether the text ends too early: the file is damaged or was not transcribed to its end, or the program was killed
    /// during the dictation.
    public var isIncomplete: Bool
    /// Another session on the same page of dictation, below which this one was dictated; when read, the first one. Nil
    /// if this session begins the page.
    public var page: UUID?
    /// The other sessions of the page that this one begins, from top to bottom.
    public var followers: [UUID] = []
    /// Seconds after which the recording ends, because it could not be stored any further; nil if it is whole.
    public var soundEnd: Double?

    public init(
        id: UUID = UUID(), kind: HistoryKind, title: String = "", language: String? = nil, engine: String = "",
        began: Date, duration: Double = 0, text: String = "", isEdited: Bool = false, isOpen: Bool = true,
        source: String? = nil, mark: String? = nil, isIncomplete: Bool = false, page: UUID? = nil
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
        self.mark = mark
        self.isIncomplete = isIncomplete
        self.page = page
    }
}

/// A word with the number of its paragraph, counted from 0.
public struct HistoryWord: Sendable, Equatable {
    public var word: Word
    public var paragraph: Int

    public init(_ word: Word, paragraph: Int) {
        self.word = word
        self.paragraph = paragraph
    }
}

/// A session with its whole text and all its words.
public struct HistoryRecord: Sendable, Equatable {
    public var session: HistorySession
    public var words: [HistoryWord]

    public init(session: HistorySession, words: [HistoryWord]) {
        self.session = session
        self.words = words
    }

    /// The text with the user's edits, ready for export.
    public var document: TranscriptDocument {
        TranscriptDocument([self])
    }
}

extension TranscriptDocument {
    /// Recreates the page that showed these sessions, from top to bottom, with the user's edits.
    public init(_ records: [HistoryRecord]) {
        self.init()
        add(
            records.map { record in
                var session = DictatedSession(
                    Transcript(paragraphs: record.words.paragraphs), id: record.session.id,
                    began: record.session.began, language: record.session.language)
                session.captured = record.session.duration
                return session
            })
        if records.contains(where: \.session.isEdited) {
            edit(records.map(\.session.text.revealed).filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }
}

extension Transcript {
    /// Returns the final words from index `position` on.
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
    /// The words, grouped into paragraphs. A paragraph number that is skipped is an empty line that the speaker asked
    /// for.
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

/// Most empty lines between two words, so that a damaged number cannot exhaust the memory.
private let mostEmptyLines = 100
