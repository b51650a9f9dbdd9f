import Foundation
import ParlandoCore

/// Assigns times to the words of a text from parts for which the server gave times.
///
/// The parts may be words without punctuation, pieces of words, or whole sentences. They are matched with the text by
/// counting letters and digits. A part of zero duration is extended to the time it takes to say, as far as there is
/// room. The running time is proportional to the length of the text, which a server chooses.
struct SpeechTiming {
    /// Times are in seconds.
    struct Part {
        let text: String
        var start: Double?
        var end: Double?
        let probability: Double
    }

    fileprivate struct Stretch {
        let letters: Int
        let start: Double
        let end: Double
        let probability: Double
    }

    /// In order, each with at least one letter. If the server gave no times, there is one, whose number of letters is
    /// 0.
    private let stretches: [Stretch]
    /// Number of letters before each stretch, followed by the total.
    private let letters: [Int]

    /// - Parameter seconds: duration of the recording.
    init(parts: [Part], seconds: Double) {
        var stretches: [Stretch] = []
        var now = 0.0
        for part in parts {
            let letters = part.text.letterCount
            guard letters > 0 else {
                continue
            }
            let start = min(max(part.start.finite ?? now, now), seconds)
            let end = min(max(part.end.finite ?? start, start), seconds)
            let probability = part.probability.isFinite ? min(1, max(0, part.probability)) : 1
            stretches.append(Stretch(letters: letters, start: start, end: end, probability: probability))
            now = end
        }
        let hasTimes =
            stretches.contains { $0.end > $0.start }
            || (stretches.last?.start ?? 0) > (stretches.first?.start ?? 0)
        let leastSure = stretches.map(\.probability).min() ?? 1
        self.stretches =
            hasTimes
            ? Self.withLength(stretches, seconds: seconds)
            : [Stretch(letters: 0, start: 0, end: seconds, probability: leastSure)]
        letters = self.stretches.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.letters) }
    }

    /// Approximate.
    static let secondsPerLetter = 0.07
    /// In seconds. A shorter stretch is treated as having no duration.
    fileprivate static let least = 0.01

    /// Gives a duration to stretches that have none: extends them towards the next one, or joins them with it if both
    /// begin at the same moment. The last one, if it begins at the end, is joined with the previous one.
    private static func withLength(_ stretches: [Stretch], seconds: Double) -> [Stretch] {
        var result: [Stretch] = []
        for (index, stretch) in stretches.enumerated() {
            if let last = result.last, last.end - last.start < least {
                result.removeLast()
                result.append(last.joined(with: stretch))
            } else {
                result.append(stretch)
            }
            let room = index + 1 < stretches.count ? stretches[index + 1].start : seconds
            if let last = result.popLast() {
                result.append(last.lengthened(upTo: room))
            }
        }
        if result.count > 1, let last = result.last, last.end - last.start < least {
            result.removeLast()
            result.append(result.removeLast().joined(with: last))
        }
        return result
    }

    func words(of text: String) -> [Word] {
        let texts = text.split(whereSeparator: \.isWhitespace).map { String($0) }
        let counts = texts.map(\.letterCount)
        let total = counts.reduce(0, +)
        guard total > 0 else {
            return texts.map { Word(text: $0, start: place(0).start, end: place(0).start, probability: 1) }
        }
        var done = 0
        return zip(texts, counts).map { text, count in
            let share = Double(done) / Double(total)
            done += count
            let (first, last) = (place(share), place(Double(done) / Double(total), isEnd: true))
            return Word(
                text: text, start: first.start, end: max(first.start, last.start),
                probability: min(first.probability, last.probability))
        }
    }

    /// Returns the time at a fraction (0…1) of all letters, and the probability there. At a border between two
    /// stretches, the end of a word (`isEnd`) belongs to the earlier one.
    private func place(_ share: Double, isEnd: Bool = false) -> (start: Double, probability: Double) {
        let total = letters.last ?? 0
        guard total > 0 else {
            let stretch = stretches[0]
            return (stretch.start + share * (stretch.end - stretch.start), stretch.probability)
        }
        let position = share * Double(total)
        let index = isEnd ? stretch(endingAt: position) : stretch(beginningAt: position)
        let stretch = stretches[index]
        let inside = (position - Double(letters[index])) / Double(stretch.letters)
        return (stretch.start + min(1, max(0, inside)) * (stretch.end - stretch.start), stretch.probability)
    }

    /// Positions are counted in letters.
    private func stretch(beginningAt position: Double) -> Int {
        let behind = firstIndex(of: stretches.indices) { Double(letters[$0]) > position + 1e-6 }
        return max(0, behind - 1)
    }

    private func stretch(endingAt position: Double) -> Int {
        let found = firstIndex(of: stretches.indices) { Double(letters[$0 + 1]) >= position - 1e-6 }
        return min(found, stretches.count - 1)
    }

    /// Binary search; returns the end of the range if the condition holds for none.
    private func firstIndex(of range: Range<Int>, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}

extension SpeechTiming.Stretch {
    fileprivate func joined(with next: Self) -> Self {
        Self(
            letters: letters + next.letters, start: start, end: max(end, next.end),
            probability: min(probability, next.probability))
    }

    fileprivate func lengthened(upTo moment: Double) -> Self {
        guard end - start < SpeechTiming.least else {
            return self
        }
        let spoken = start + Double(letters) * SpeechTiming.secondsPerLetter
        return Self(letters: letters, start: start, end: max(end, min(spoken, moment)), probability: probability)
    }
}

extension Double? {
    /// The number, unless it is infinite or not a number.
    fileprivate var finite: Double? {
        flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    /// Letters and digits.
    var letterCount: Int {
        unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}

/// Fills in missing times in a response. WhisperX gives none for words with letters that its alignment model does not
/// know; other servers give none for the last segment.
enum MissingTimes {
    private typealias Part = SpeechTiming.Part

    /// Returns the words, and the whole segments without words, each with a start and an end.
    static func filled(_ wire: SpeechWire, seconds: Double) -> [SpeechTiming.Part] {
        let all = wire.words.isEmpty ? wire.segments.flatMap(\.words) : wire.words
        let isOfWords = wire.segments.allSatisfy { !$0.words.isEmpty } || !wire.words.isEmpty
        if isOfWords {
            // A word takes the time to say it, even if there is a longer gap.
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

    /// - Parameter most: maximum duration of a letter, in seconds.
    private static func filled(_ parts: [Part], most: Double, seconds: Double) -> [SpeechTiming.Part] {
        guard parts.contains(where: { $0.start != nil || $0.end != nil }) else {
            // Then `SpeechTiming` spreads the text over the recording.
            return parts
        }
        var parts = parts
        // First those of which only the start or only the end is known: they are neighbours of others.
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
        return parts
    }

    /// Divides the time between the parts before and after `range` among those in it, in proportion to their letters.
    private static func fill(_ parts: inout [Part], _ range: Range<Int>, most: Double, seconds: Double) {
        let before = range.lowerBound > 0 ? parts[range.lowerBound - 1].end : nil
        let after = range.upperBound < parts.count ? parts[range.upperBound].start : nil
        let room = max(0, (after ?? seconds) - (before ?? 0))
        let letters = parts[range].reduce(0) { $0 + $1.text.letterCount }
        let length = min(room, said(letters, most))
        // Right after the previous neighbour or, if there is none, right before the next one.
        var now = before ?? max(0, (after ?? seconds) - length)
        for index in range {
            let share = letters > 0 ? Double(parts[index].text.letterCount) / Double(letters) : 0
            parts[index].start = now
            now += share * length
            parts[index].end = now
        }
    }

    private static func said(_ letters: Int, _ most: Double) -> Double {
        most.isFinite ? Double(letters) * most : .infinity
    }
}
