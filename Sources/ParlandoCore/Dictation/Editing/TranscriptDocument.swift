public import Foundation

/// A transcript after Stop: the recognised words and the user's edits.
public struct TranscriptDocument: Sendable, Equatable {
    /// The transcript as recognised.
    public private(set) var transcript: Transcript
    /// Start time of the recording; nil if unknown.
    public let began: Date?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// The text as edited by the user; nil if unedited.
    private var edited: String?

    public init(_ transcript: Transcript = Transcript(), began: Date? = nil, language: String? = nil) {
        self.transcript = transcript
        self.began = began
        self.language = language
    }

    /// The current text, one paragraph per line.
    public var text: String {
        edited ?? transcript.text
    }

    /// Whether the user has changed the text.
    public var isEdited: Bool {
        edited != nil
    }

    /// Whether there is no text.
    public var isEmpty: Bool {
        edited?.isEmpty ?? transcript.paragraphs.isEmpty
    }

    /// Replaces the transcript with a newer one. Discards the user's edits.
    public mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript
        edited = nil
    }

    /// Replaces the whole text with the user's version.
    public mutating func edit(_ text: String) {
        edited = text == transcript.text ? nil : text
    }

    /// The current text as paragraphs with times. Unchanged words keep their times; the others share the time between
    /// their neighbours.
    public var paragraphs: [Paragraph] {
        guard let edited else {
            return transcript.paragraphs
        }
        return EditedWords.paragraphs(of: edited, heard: transcript.words)
    }
}
