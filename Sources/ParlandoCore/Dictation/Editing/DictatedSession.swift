public import Foundation

/// One dictation session on a page of text: its words, with times since the session began.
public struct DictatedSession: Sendable, Equatable {
    /// The recognised words, with times in seconds since the session began.
    public var transcript: Transcript
    /// Start time of the session; nil if unknown.
    public var began: Date?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// Duration of the sound captured so far, in seconds; 0 if unknown.
    public var captured = 0.0

    public init(_ transcript: Transcript = Transcript(), began: Date? = nil, language: String? = nil) {
        self.transcript = transcript
        self.began = began
        self.language = language
    }

    /// Duration of the session in seconds, at least up to its last final word. The next session on the page begins
    /// after it.
    public var duration: Double {
        max(captured, transcript.paragraphs.last { !$0.words.isEmpty }?.end ?? 0)
    }

    /// Returns the paragraphs with their times shifted by a number of seconds.
    func paragraphs(movedBy lead: Double) -> [Paragraph] {
        guard lead > 0 else {
            return transcript.paragraphs
        }
        return transcript.paragraphs.map { Paragraph(words: $0.words.map { $0.moved(by: lead) }) }
    }
}
