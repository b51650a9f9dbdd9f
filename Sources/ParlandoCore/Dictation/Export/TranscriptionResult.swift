public import Foundation

/// A transcript in the form that is exported as JSON.
///
/// Times are in seconds since the recording began. The confidence of a text is the mean of its words' probabilities,
/// 0…1.
public struct TranscriptionResult: Sendable, Equatable, Codable {
    /// A word of the transcript, as it is exported.
    public struct Segment: Sendable, Equatable, Codable {
        /// The word with its punctuation.
        public var text: String
        /// Start of the word, in seconds since the recording began.
        public var startTime: Double
        /// Duration of the word in seconds.
        public var duration: Double
        /// Confidence of the recogniser that the word is right, 0…1.
        public var confidence: Double
        /// Other readings of a doubtful word, the most probable first.
        public var alternatives: [Reading]

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence, alternatives
        }
    }

    /// A paragraph of the transcript, as it is exported.
    public struct Stretch: Sendable, Equatable, Codable {
        /// The text of the paragraph.
        public var text: String
        /// Start of the paragraph's first word, in seconds since the recording began.
        public var startTime: Double
        /// Seconds from the start of the paragraph's first word to the end of its last word.
        public var duration: Double
        /// Confidence of the recogniser, 0…1: the mean of the words' probabilities.
        public var confidence: Double

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence
        }
    }

    /// The whole transcribed text.
    public var text: String
    /// Confidence of the recogniser, 0…1: the mean of the words' probabilities.
    public var confidence: Double
    /// Whether the result will no longer change.
    public var isFinal: Bool
    /// Time at which the recording began; nil if unknown.
    public var timestamp: Date?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// Seconds from the beginning of the recording to the end of the last word.
    public var duration: Double
    /// The words, in order.
    public var segments: [Segment]
    /// The paragraphs, in order.
    public var paragraphs: [Stretch]
    /// Alternative transcriptions of the whole text, the most probable first. Each replaces one doubtful word with
    /// another reading. The likelihood of a transcription is the sum of the natural logarithms of its words'
    /// probabilities.
    public var alternatives: [Reading]

    enum CodingKeys: String, CodingKey {
        case text, confidence
        case isFinal = "is_final"
        case timestamp, language, duration, segments, paragraphs, alternatives
    }

    /// Creates the final result from a page of dictated text.
    public init(_ document: TranscriptDocument) {
        self.init(
            document.paragraphs, text: document.text, began: document.began, language: document.language,
            isFinal: true)
    }

    /// Creates a result from a part of a recording.
    ///
    /// - Parameters:
    ///   - words: the words of the part.
    ///   - began: time at which the recording began; nil if unknown.
    ///   - language: ISO 639-1 code of the spoken language; nil if unknown.
    ///   - isFinal: whether the words will no longer change.
    public init(_ words: [Word], began: Date?, language: String?, isFinal: Bool) {
        let paragraphs = words.isEmpty ? [] : [Paragraph(words: words)]
        self.init(paragraphs, text: words.text, began: began, language: language, isFinal: isFinal)
    }

    private init(_ paragraphs: [Paragraph], text: String, began: Date?, language: String?, isFinal: Bool) {
        let words = paragraphs.flatMap(\.words)
        self.text = text
        self.isFinal = isFinal
        self.language = language
        confidence = Self.confidence(of: words)
        timestamp = began
        duration = Self.rounded(words.last?.end ?? 0)
        segments = words.map { word in
            Segment(
                text: word.text, startTime: Self.rounded(word.start), duration: Self.rounded(word.end - word.start),
                confidence: Self.rounded(word.probability), alternatives: word.readings.map(Self.rounded))
        }
        self.paragraphs = paragraphs.map { paragraph in
            Stretch(
                text: paragraph.text, startTime: Self.rounded(paragraph.start),
                duration: Self.rounded(paragraph.end - paragraph.start),
                confidence: Self.confidence(of: paragraph.words))
        }
        alternatives = OtherTexts(of: paragraphs).readings.map(Self.rounded)
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

    private static func rounded(_ reading: Reading) -> Reading {
        Reading(
            text: reading.text, confidence: rounded(reading.confidence), likelihood: rounded(reading.likelihood))
    }

    /// Rounds a value to thousandths, because further digits would mean nothing. Infinite and NaN values become 0.
    private static func rounded(_ value: Double) -> Double {
        (finite(value) * 1000).rounded() / 1000
    }

    private static func finite(_ value: Double) -> Double {
        value.isFinite ? value : 0
    }
}
