import Foundation
import ParlandoCore
import ParlandoPresenters

/// One line of `--format events`.
struct SessionLine: Encodable {
    enum Kind: String, Encodable {
        /// Interim text, which replaces the previous interim text.
        case interim
        /// Words that have become final and will not change.
        case final
        case warning
        /// Complete text.
        case transcript
    }

    /// Time since the first block of audio arrived, in seconds.
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

    /// Returns the value rounded to three decimals, or 0 if it is not finite.
    static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * 1000).rounded() / 1000 : 0
    }
}

/// Last line of `--format events`.
struct SessionSummary: Encodable {
    let type = "summary"
    let audioSeconds: Double
    /// Time from the first block of audio to the end, in seconds.
    let wallSeconds: Double
    /// Processor time of the whole process, including loading the model.
    let cpuSeconds: Double
    let peakMemory: Double
    let finalWords: Int
    let revisedWords: Int

    enum CodingKeys: String, CodingKey {
        case type
        case audioSeconds = "audio_seconds"
        case wallSeconds = "wall_seconds"
        case cpuSeconds = "cpu_seconds"
        case peakMemory = "peak_rss_mb"
        case finalWords = "final_words"
        case revisedWords = "revised_words"
    }
}

extension Encodable {
    /// Returns the value as JSON on one line.
    func jsonLine() throws(Failure) -> String {
        guard let line = JSONText.line(of: self) else {
            throw Failure(.io, tr("The output could not be written."))
        }
        return line
    }
}
