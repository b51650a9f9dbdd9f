import ParlandoCore

/// Places the words of a text in time by parts of which the server gave the times.
///
/// The parts may be words without punctuation, pieces of words or whole sentences: they are matched with the text by
/// counting letters and digits, which all of them have in the same order. A part without length gets what it takes to
/// say it, as far as there is room. The time this takes is in proportion to the text: a server may send any amount.
struct SpeechTiming {
    /// A part and when it was spoken, in seconds.
    struct Part {
        let text: String
        let start: Double
        let end: Double
        let probability: Double
    }

    /// Some letters and when they were spoken.
    fileprivate struct Stretch {
        let letters: Int
        let start: Double
        let end: Double
        let probability: Double
    }

    /// Each has letters, unless the server gave no times: then there is one without letters.
    private let stretches: [Stretch]
    /// Letters before each stretch, and of all of them.
    private let letters: [Int]

    /// - Parameter seconds: how long the recording is; it bounds every time.
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

    /// A letter takes about this long to be said, in seconds.
    static let secondsPerLetter = 0.07
    /// No part is said in less, in seconds.
    fileprivate static let least = 0.01

    /// The stretches with lengths for those that have none: up to the next one, or shared with it where it begins at the
    /// same moment; the last one, where the recording ends with it, shares that of the one before.
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

    /// The words of a text, separated by white space.
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

    /// Where a share of all letters lies, and how sure the server is there. A border belongs to the stretch before it when
    /// something ends there, else to the stretch after.
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

    /// The last stretch that begins at a place among the letters, or before.
    private func stretch(beginningAt position: Double) -> Int {
        let behind = firstIndex(of: stretches.indices) { Double(letters[$0]) > position + 1e-6 }
        return max(0, behind - 1)
    }

    /// The first stretch that ends at a place among the letters, or behind.
    private func stretch(endingAt position: Double) -> Int {
        let found = firstIndex(of: stretches.indices) { Double(letters[$0 + 1]) >= position - 1e-6 }
        return min(found, stretches.count - 1)
    }

    /// The first index for which a condition holds that holds for all that follow (binary search); the end: there is none.
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
    /// Both as one: they share the time by their letters.
    fileprivate func joined(with next: Self) -> Self {
        Self(
            letters: letters + next.letters, start: start, end: max(end, next.end),
            probability: min(probability, next.probability))
    }

    /// A stretch without length as long as it takes to say it, but not beyond a moment; any other as it is.
    fileprivate func lengthened(upTo moment: Double) -> Self {
        guard end - start < SpeechTiming.least else {
            return self
        }
        let spoken = start + Double(letters) * SpeechTiming.secondsPerLetter
        return Self(letters: letters, start: start, end: max(end, min(spoken, moment)), probability: probability)
    }
}

extension String {
    /// Letters and digits.
    var letterCount: Int {
        unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
