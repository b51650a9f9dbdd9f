public import Foundation

/// A transcript as it is exported as JSON. Times are in seconds since the recording began. A confidence is the mean of
/// the words' probabilities, 0…1.
public struct TranscriptionResult: Sendable, Equatable, Codable {
    /// A recognized word.
    public struct Segment: Sendable, Equatable, Codable {
        /// The word with its punctuation.
        public var text: String
        /// When the word begins, in seconds.
        public var startTime: Double
        /// In seconds.
        public var duration: Double
        /// Probability of the word.
        public var confidence: Double
        /// Other words that may have been said, most probable first.
        public var alternatives: [Reading]

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence, alternatives
        }
    }

    /// A paragraph.
    public struct Stretch: Sendable, Equatable, Codable {
        public var text: String
        /// When the paragraph begins, in seconds.
        public var startTime: Double
        /// To the end of its last word.
        public var duration: Double
        /// Confidence of the recogniser, 0…1: the mean of the words' probabilities.
        public var confidence: Double

        enum CodingKeys: String, CodingKey {
            case text
            case startTime = "start_time"
            case duration, confidence
        }
    }

    public var text: String
    /// Confidence of the recogniser, 0…1: the mean of the words' probabilities.
    public var confidence: Double
    /// Whether nothing will change any more.
    public var isFinal: Bool
    /// Time at which the recording began; nil if unknown.
    public var timestamp: Date?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    public var language: String?
    /// To the end of the last word.
    public var duration: Double
    public var segments: [Segment]
    public var paragraphs: [Stretch]
    /// Each replaces one doubtful word with another reading; the most probable first.
    public var alternatives: [Reading]

    enum CodingKeys: String, CodingKey {
        case text, confidence
        case isFinal = "is_final"
        case timestamp, language, duration, segments, paragraphs, alternatives
    }

    /// The final result of a whole recording.
    public init(_ document: TranscriptDocument) {
        self.init(
            document.paragraphs, text: document.text, began: document.began, language: document.language,
            isFinal: true)
    }

    /// A part of a recording.
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

    /// One JSON object with sorted keys and a newline.
    public var json: String {
        // Encoding cannot fail: all numbers are finite.
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

    /// To thousandths; infinite and NaN values become 0.
    private static func rounded(_ value: Double) -> Double {
        (finite(value) * 1000).rounded() / 1000
    }

    private static func finite(_ value: Double) -> Double {
        value.isFinite ? value : 0
    }
}

/// Transcriptions that replace one doubtful word with another reading.
struct OtherTexts {
    /// So that its logarithm is finite.
    private static let leastProbability = 1e-6

    private let paragraphs: [Paragraph]

    init(of paragraphs: [Paragraph]) {
        self.paragraphs = paragraphs
    }

    /// The most probable first, at most `Reading.most`.
    var readings: [Reading] {
        let words = paragraphs.flatMap(\.words)
        let likelihood = words.reduce(0) { $0 + Self.likelihood(of: $1) }
        let sum = words.reduce(0) { $0 + $1.probability }
        let changes = paragraphs.indices.flatMap { paragraph in
            paragraphs[paragraph].words.indices.flatMap { index in
                let word = paragraphs[paragraph].words[index]
                return word.readings.map { reading in
                    (
                        paragraph: paragraph, index: index, reading: reading,
                        loss: Self.likelihood(of: word) - reading.likelihood
                    )
                }
            }
        }
        return changes.sorted { $0.loss < $1.loss }.prefix(Reading.most).map { change in
            let word = paragraphs[change.paragraph].words[change.index]
            let confidence = (sum - word.probability + change.reading.confidence) / Double(words.count)
            return Reading(
                text: text(with: change.reading, at: change.index, of: change.paragraph), confidence: confidence,
                likelihood: likelihood - change.loss)
        }
    }

    private func text(with reading: Reading, at index: Int, of paragraph: Int) -> String {
        var changed = paragraphs
        changed[paragraph].words[index].text = changed[paragraph].words[index].reading(as: reading.text)
        return changed.map(\.text).joined(separator: "\n")
    }

    private static func likelihood(of word: Word) -> Double {
        log(max(leastProbability, word.probability))
    }
}
