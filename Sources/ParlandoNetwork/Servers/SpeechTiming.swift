import ParlandoCore

/// Assigns times to the words of a text from parts for which the server gave times.
///
/// The parts may be words without punctuation, pieces of words, or whole sentences. They are matched with the text by
/// counting letters and digits, which both contain in the same order. A part of zero duration is extended to the time
/// it takes to say, as far as there is room. The running time is proportional to the length of the text, because a
/// server may send a text of any length.
struct SpeechTiming {
    /// Part of the transcript, with the start and end of its speech in seconds.
    struct Part {
        let text: String
        let start: Double
        let end: Double
        let probability: Double
    }

    /// Stretch of the transcript: its number of letters, and the start and end of its speech in seconds.
    fileprivate struct Stretch {
        let letters: Int
        let start: Double
        let end: Double
        let probability: Double
    }

    /// Stretches of the transcript, in order, each with at least one letter. If the server gave no times, there is a
    /// single stretch, whose number of letters is 0.
    private let stretches: [Stretch]
    /// Number of letters before each stretch of the transcript, followed by the total.
    private let letters: [Int]

    /// - Parameter seconds: duration of the recording, the upper limit of all times.
    init(parts: [Part], seconds: Double) {
        var stretches: [Stretch] = []
        var now = 0.0
        for part in parts {
            let letters = part.text.letterCount
            guard letters > 0 else {
                continue
            }
            let start = min(max(part.start.isFinite ? part.start : now, now), seconds)
            let end = min(max(part.end.isFinite ? part.end : start, start), seconds)
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

    /// Approximate time to say one letter, in seconds.
    static let secondsPerLetter = 0.07
    /// Minimum duration of a stretch of the transcript, in seconds. A shorter one is treated as having no duration.
    fileprivate static let least = 0.01

    /// Returns the stretches of the transcript, with a duration for those that have none. Such a stretch is extended
    /// towards the next one, or joined with the next one if both begin at the same moment. The last stretch, if it
    /// begins at the end of the recording, is joined with the previous one.
    ///
    /// - Parameter seconds: duration of the recording.
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

    /// Returns the words of a text that are separated by white space.
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

    /// Returns the time at a fraction (0…1) of all letters, and the probability of the stretch of the transcript that
    /// is there. At a border between two stretches, the earlier stretch decides if `isEnd` is true, which is used for
    /// the end of a word, and otherwise the later one.
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

    /// Returns the index of the last stretch of the transcript that begins at or before a position, which is counted in
    /// letters.
    private func stretch(beginningAt position: Double) -> Int {
        let behind = firstIndex(of: stretches.indices) { Double(letters[$0]) > position + 1e-6 }
        return max(0, behind - 1)
    }

    /// Returns the index of the first stretch of the transcript that ends at or after a letter position.
    private func stretch(endingAt position: Double) -> Int {
        let found = firstIndex(of: stretches.indices) { Double(letters[$0 + 1]) >= position - 1e-6 }
        return min(found, stretches.count - 1)
    }

    /// Returns the first index in a range for which a condition holds, by binary search; the end of the range if it
    /// holds for none. If the condition holds for an index, it must hold for all later ones.
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
    /// Returns this stretch of the transcript joined with the next one. The letters of both share the joint duration.
    fileprivate func joined(with next: Self) -> Self {
        Self(
            letters: letters + next.letters, start: start, end: max(end, next.end),
            probability: min(probability, next.probability))
    }

    /// Returns a stretch of the transcript that has no duration, extended to the time that it takes to say, but not
    /// beyond `moment`. Returns any other stretch unchanged.
    fileprivate func lengthened(upTo moment: Double) -> Self {
        guard end - start < SpeechTiming.least else {
            return self
        }
        let spoken = start + Double(letters) * SpeechTiming.secondsPerLetter
        return Self(letters: letters, start: start, end: max(end, min(spoken, moment)), probability: probability)
    }
}

extension String {
    /// Number of letters and digits.
    var letterCount: Int {
        unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
