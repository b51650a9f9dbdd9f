import Foundation

/// Alternative transcriptions of a text. Each replaces one doubtful word with another reading.
struct OtherTexts {
    /// Minimum probability that is assumed for a word, so that its logarithm is finite.
    private static let leastProbability = 1e-6

    private let paragraphs: [Paragraph]

    init(of paragraphs: [Paragraph]) {
        self.paragraphs = paragraphs
    }

    /// The most probable alternative transcriptions, in descending order, at most `Reading.most`.
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
