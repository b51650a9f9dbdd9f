import Foundation

/// Fills in missing times in a server's response. WhisperX gives no times for words with letters that its alignment
/// model does not know; other servers give none for the last segment.
enum MissingTimes {
    private struct Part {
        let text: String
        var start: Double?
        var end: Double?
        let probability: Double
    }

    /// Returns the words of a response, and the whole segments for which it gives no words, each with a start and an
    /// end.
    ///
    /// - Parameter seconds: duration of the recording.
    static func filled(_ wire: SpeechWire, seconds: Double) -> [SpeechTiming.Part] {
        let all = wire.words.isEmpty ? wire.segments.flatMap(\.words) : wire.words
        let isOfWords = wire.segments.allSatisfy { !$0.words.isEmpty } || !wire.words.isEmpty
        if isOfWords {
            // Limits a word to the time it takes to say, even if there is a longer gap.
            return filled(all.map(part), most: SpeechTiming.secondsPerLetter, seconds: seconds)
        }
        let parts = wire.segments.flatMap { segment in
            segment.words.isEmpty
                ? [
                    Part(
                        text: segment.text ?? "", start: segment.start, end: segment.end,
                        probability: segment.logProbability.map(exp) ?? 1)
                ]
                : segment.words.map(part)
        }
        return filled(parts, most: .infinity, seconds: seconds)
    }

    private static func part(_ word: SpeechWire.Word) -> Part {
        Part(text: word.text, start: word.start, end: word.end, probability: word.probability ?? 1)
    }

    /// Returns the parts of a transcript with all times filled in.
    ///
    /// - Parameter most: maximum duration of a letter, in seconds.
    private static func filled(_ parts: [Part], most: Double, seconds: Double) -> [SpeechTiming.Part] {
        guard parts.contains(where: { $0.start != nil || $0.end != nil }) else {
            // All parts get the same time, so that `SpeechTiming` spreads the text over the recording.
            return parts.map { SpeechTiming.Part(text: $0.text, start: 0, end: 0, probability: $0.probability) }
        }
        var parts = parts
        // First complete the parts of which only the start or only the end is known: they are neighbours of others.
        for index in parts.indices {
            let said = said(parts[index].text.letterCount, most)
            switch (parts[index].start, parts[index].end) {
            case (let start?, nil):
                let next = parts[(index + 1)...].lazy.compactMap { $0.start ?? $0.end }.first ?? seconds
                parts[index].end = max(start, min(next, start + said))
            case (nil, let end?):
                let previous = parts[..<index].last.flatMap { $0.end ?? $0.start } ?? 0
                parts[index].start = min(end, max(previous, end - said))
            default: break
            }
        }
        var index = 0
        while index < parts.count {
            guard parts[index].start == nil else {
                index += 1
                continue
            }
            let end = parts[index...].firstIndex { $0.start != nil } ?? parts.count
            fill(&parts, index..<end, most: most, seconds: seconds)
            index = end
        }
        return parts.map {
            SpeechTiming.Part(text: $0.text, start: $0.start ?? 0, end: $0.end ?? 0, probability: $0.probability)
        }
    }

    /// Divides the time between the parts before and after `range` among the parts in `range`, in proportion to their
    /// numbers of letters.
    ///
    /// - Parameters:
    ///   - most: maximum duration of a letter, in seconds.
    ///   - seconds: duration of the recording.
    private static func fill(_ parts: inout [Part], _ range: Range<Int>, most: Double, seconds: Double) {
        let before = range.lowerBound > 0 ? parts[range.lowerBound - 1].end : nil
        let after = range.upperBound < parts.count ? parts[range.upperBound].start : nil
        let room = max(0, (after ?? seconds) - (before ?? 0))
        let letters = parts[range].reduce(0) { $0 + $1.text.letterCount }
        let length = min(room, said(letters, most))
        // The parts are placed right after the previous neighbour or, if there is none, right before the next one.
        var now = before ?? max(0, (after ?? seconds) - length)
        for index in range {
            let share = letters > 0 ? Double(parts[index].text.letterCount) / Double(letters) : 0
            parts[index].start = now
            now += share * length
            parts[index].end = now
        }
    }

    /// Returns the maximum time to say a number of letters, in seconds.
    ///
    /// - Parameter most: maximum duration of a letter, in seconds.
    private static func said(_ letters: Int, _ most: Double) -> Double {
        most.isFinite ? Double(letters) * most : .infinity
    }
}
