public import Foundation

/// A transcript as a value that other programs read.
///
/// Times are in seconds of sound since the recording began, confidences 0…1: the mean of the words' probabilities.
public struct TranscriptionResult: Sendable, Equatable, Codable {
    /// Another reading of the same sound.
    public struct Alternative: Sendable, Equatable, Codable {
        /// What was said.
        public var text: String
        /// How sure the recogniser is, 0…1.
        public var confidence: Double
        /// Natural logarithm of the reading's probability.
        public var likelihood: Double
    }

    /// Words spoken without a long pause.
    public struct Segment: Sendable, Equatable, Codable {
        /// What was said.
        public var text: String
        /// Seconds since the recording began.
        public var startTime: Double
        /// Seconds from the first word to the end of the last.
        public var duration: Double
        /// How sure the recogniser is, 0…1.
        public var confidence: Double
        /// Always empty with the local engine: it follows one reading only.
        public var alternatives: [Alternative]

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence, alternatives
        }
    }

    /// What was said.
    public var text: String
    /// How sure the recogniser is, 0…1.
    public var confidence: Double
    /// Whether nothing of it can change any more.
    public var isFinal: Bool
    /// When the recording began, nil: unknown.
    public var timestamp: Date?
    /// ISO 639-1 code of the speech, nil: unknown.
    public var language: String?
    /// Seconds from the beginning to the end of the last word.
    public var duration: Double
    /// The text in parts, in order.
    public var segments: [Segment]
    /// Always empty with the local engine: it follows one reading only.
    public var alternatives: [Alternative]
    /// Every word, in order.
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

    /// One JSON object, keys in alphabetical order, with a newline at the end.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Every number was made finite above, and nothing else can fail to be written.
        guard let data = try? encoder.encode(self) else {
            return "{}\n"
        }
        return String(decoding: data, as: UTF8.self) + "\n"
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

    /// To the thousandth: finer is noise, and longer to read.
    private static func rounded(_ value: Double) -> Double {
        (finite(value) * 1000).rounded() / 1000
    }

    private static func finite(_ value: Double) -> Double {
        value.isFinite ? value : 0
    }
}
