public import Foundation

/// A transcript after Stop: what was heard, and what the user made of it by hand.
public struct TranscriptDocument: Sendable, Equatable {
    /// What was heard.
    public private(set) var transcript: Transcript
    /// When the recording began, nil: unknown.
    public let began: Date?
    /// ISO 639-1 code of the speech, nil: unknown.
    public var language: String?
    /// The text by hand, nil: as it was heard.
    private var edited: String?

    public init(_ transcript: Transcript = Transcript(), began: Date? = nil, language: String? = nil) {
        self.transcript = transcript
        self.began = began
        self.language = language
    }

    /// The text as it stands, one paragraph a line.
    public var text: String {
        edited ?? transcript.text
    }

    /// Whether the text differs from what was heard.
    public var isEdited: Bool {
        edited != nil
    }

    /// Whether there is no text.
    public var isEmpty: Bool {
        edited?.isEmpty ?? transcript.paragraphs.isEmpty
    }

    /// Takes over what has been heard by now. What was edited by hand is given up.
    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
        edited = nil
    }

    /// Takes over the whole text from the user.
    public mutating func edit(_ text: String) {
        edited = text == transcript.text ? nil : text
    }

    /// The text as it stands, with times: words that were not changed keep theirs, the others get what lies between.
    public var paragraphs: [Paragraph] {
        guard let edited else {
            return transcript.paragraphs
        }
        return EditedWords.paragraphs(of: edited, heard: transcript.words)
    }
}
