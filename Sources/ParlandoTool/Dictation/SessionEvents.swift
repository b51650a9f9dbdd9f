import Foundation
import ParlandoCore

/// One line of `--format events`.
struct SessionLine: Encodable {
    enum Kind: String, Encodable {
        /// The tentative tail, which replaces the one before.
        case partial
        /// What is newly settled. It never changes.
        case settled
        case warning
        /// The whole text.
        case final
    }

    /// Seconds since the first block of sound arrived.
    let t: Double
    let type: Kind
    let text: String
    let words: [Word]

    init(_ type: Kind, _ words: [Word], text: String? = nil, at seconds: Double) {
        self.t = SessionLine.rounded(seconds)
        self.type = type
        self.text = text ?? words.text
        self.words = words.map { word in
            var word = word
            word.start = SessionLine.rounded(word.start)
            word.end = SessionLine.rounded(word.end)
            word.probability = SessionLine.rounded(word.probability)
            return word
        }
    }

    /// To the thousandth.
    static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * 1000).rounded() / 1000 : 0
    }
}

/// The last line of `--format events`.
struct SessionSummary: Encodable {
    let type = "summary"
    let audioSeconds: Double
    /// From the first block to the end.
    let wallSeconds: Double
    /// Of the whole process, loading included.
    let cpuSeconds: Double
    let peakMemory: Double
    let settledWords: Int
    let revisedWords: Int

    enum CodingKeys: String, CodingKey {
        case type
        case audioSeconds = "audio_seconds"
        case wallSeconds = "wall_seconds"
        case cpuSeconds = "cpu_seconds"
        case peakMemory = "peak_rss_mb"
        case settledWords = "settled_words"
        case revisedWords = "revised_words"
    }
}

extension Encodable {
    /// The value as JSON on one line.
    func jsonLine() throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw Failure(.io, "The output could not be written.")
        }
    }
}
