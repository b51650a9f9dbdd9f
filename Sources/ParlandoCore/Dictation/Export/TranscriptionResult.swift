public import Foundation

/// A transcript in the form that is exported as JSON.
///
/// Times are in seconds since the recording began. Confidences are the mean of the words' probabilities, 0…1.
public struct TranscriptionResult: Sendable, Equatable, Codable {
    /// An alternative transcription of the same sound.
    public struct Alternative: Sendable, Equatable, Codable {
        /// The transcribed text of the alternative.
        public var text: String
        /// Confidence of the recogniser, 0…1.
        public var confidence: Double
        /// Natural logarithm of the alternative's probability.
        public var likelihood: Double
    }

    /// A stretch of speech without a long pause.
    public struct Segment: Sendable, Equatable, Codable {
        /// The transcribed text of the segment.
        public var text: String
        /// Seconds since the recording began.
        public var startTime: Double
        /// Duration in seconds, from the start of the first word to the end of the last.
        public var duration: Double
        /// Confidence of the recogniser, 0…1.
        public var confidence: Double
        /// Alternatives of the segment. Always empty with the local engine, which keeps only the best hypothesis.
        public var alternatives: [Alternative]

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence, alternatives
        }
    }

    /// The whole transcribed text.
    public var text: String
    /// Confidence of the recogniser, 0…1.
    public var confidence: Double
    /// Whether the result will no longer change.
    public var isFinal: Bool
    /// Start time of the recording; nil if unknown.
    public var timestamp: Date?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// Seconds from the beginning of the recording to the end of the last word.
    public var duration: Double
    /// The text in segments, in order.
    public var segments: [Segment]
    /// Alternatives of the whole text. Always empty with the local engine, which keeps only the best hypothesis.
    public var alternatives: [Alternative]
    /// All words, in order.
    public var words: [Word]

    enum CodingKeys: String, CodingKey {
        case text, confidence
        case isFinal = "is_final"
        case timestamp, language, duration, segments, alternatives, words
    }

    public init(_ document: TranscriptDocument, isFinal: Bool = true) {
        let paragraphs = document.paragraphs
        words = paragraphs.flatMap { $0.words.map(Self.rounded) }
        text = document.text
        confidence = Self.confidence(of: words)
        self.isFinal = isFinal
        timestamp = document.began
        language = document.language
        duration = words.last?.end ?? 0
        alternatives = []
        segments = paragraphs.map { paragraph in
            Segment(
                text: paragraph.text, startTime: Self.rounded(paragraph.start),
                duration: Self.rounded(paragraph.end - paragraph.start),
                confidence: Self.confidence(of: paragraph.words), alternatives: [])
        }
    }

    /// The result as one JSON object with keys in alphabetical order and a newline at the end.
    public var json: String {
        // All numbers are finite, and encoding cannot fail for any other reason.
        (JSONText.document(of: self) ?? "{}") + "\n"
    }

    private static func confidence(of words: [Word]) -> Double {
        guard !words.isEmpty else {
            return 0
        }
        return rounded(words.reduce(0) { $0 + finite($1.probability) } / Double(words.count))
    }

    private static func rounded(_ word: Word) -> Word {
        var word = word
        word.start = rounded(word.start)
        word.end = rounded(word.end)
        word.probability = rounded(word.probability)
        return word
    }

    /// Rounds to thousandths. More digits would only be noise.
    private static func rounded(_ value: Double) -> Double {
        (finite(value) * 1000).rounded() / 1000
    }

    private static func finite(_ value: Double) -> Double {
        value.isFinite ? value : 0
    }
}
