import ParlandoCore

/// Places the words of a text in time by parts of which the server gave the times.
///
/// The parts may be words without punctuation, pieces of words or whole sentences: they are matched with the text by
/// counting letters and digits, which all of them have in the same order. A part without length gets what it takes to
/// say it, as far as there is room.
struct SpeechTiming {
    /// A part and when it was spoken, in seconds.
    struct Part {
        let text: String
        let start: Double
        let end: Double
        let probability: Double
    }

    private let parts: [Part]
    /// Letters before each part, and of all of them.
    private let letters: [Int]

    /// - Parameter seconds: how long the recording is; it bounds every time.
    init(parts given: [Part], seconds: Double) {
        var parts: [Part] = []
        var now = 0.0
        for part in given where part.text.letterCount > 0 {
            let start = min(max(part.start.isFinite ? part.start : now, now), seconds)
            let end = min(max(part.end.isFinite ? part.end : start, start), seconds)
            let probability = part.probability.isFinite ? min(1, max(0, part.probability)) : 1
            parts.append(Part(text: part.text, start: start, end: end, probability: probability))
            now = end
        }
        let hasTimes = parts.contains { $0.end > $0.start } || (parts.last?.start ?? 0) > (parts.first?.start ?? 0)
        self.parts =
            hasTimes
            ? Self.withLength(parts, seconds: seconds)
            : [Part(text: "", start: 0, end: seconds, probability: parts.map(\.probability).min() ?? 1)]
        var letters = [0]
        for part in self.parts {
            letters.append((letters.last ?? 0) + part.text.letterCount)
        }
        self.letters = letters
    }

    /// A letter takes about this long to be said, in seconds.
    static let secondsPerLetter = 0.07
    /// No part is said in less, in seconds.
    fileprivate static let least = 0.01

    /// The parts with lengths for those that have none: up to the next part, or shared with it where it begins at the same
    /// moment; the last one, where the recording ends with it, shares that of the one before.
    private static func withLength(_ parts: [Part], seconds: Double) -> [Part] {
        var result: [Part] = []
        for (index, part) in parts.enumerated() {
            if let last = result.last, last.end - last.start < least {
                result.removeLast()
                result.append(last.joined(with: part))
            } else {
                result.append(part)
            }
            let room = index + 1 < parts.count ? parts[index + 1].start : seconds
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
        let total = texts.reduce(0) { $0 + $1.letterCount }
        guard total > 0 else {
            return texts.map { Word(text: $0, start: place(0).start, end: place(0).start, probability: 1) }
        }
        var done = 0
        return texts.map { text in
            let share = Double(done) / Double(total)
            done += text.letterCount
            let (first, last) = (place(share), place(Double(done) / Double(total), isEnd: true))
            return Word(
                text: text, start: first.start, end: max(first.start, last.start),
                probability: min(first.probability, last.probability))
        }
    }

    /// Where a share of all letters lies, and how sure the server is there. A border belongs to the part before it when
    /// something ends there, else to the part after.
    private func place(_ share: Double, isEnd: Bool = false) -> (start: Double, probability: Double) {
        let total = letters.last ?? 0
        guard total > 0 else {
            let part = parts[0]
            return (part.start + share * (part.end - part.start), part.probability)
        }
        let position = share * Double(total)
        let index =
            isEnd
            ? parts.indices.first { Double(letters[$0 + 1]) >= position - 1e-6 && letters[$0 + 1] > letters[$0] }
            : parts.indices.last { Double(letters[$0]) <= position + 1e-6 && letters[$0 + 1] > letters[$0] }
        guard let index else {
            return (parts.last?.end ?? 0, 1)
        }
        let part = parts[index]
        let inside = (position - Double(letters[index])) / Double(letters[index + 1] - letters[index])
        return (part.start + min(1, max(0, inside)) * (part.end - part.start), part.probability)
    }
}

extension SpeechTiming.Part {
    /// Both as one: they share the time by their letters.
    fileprivate func joined(with next: Self) -> Self {
        Self(
            text: text + next.text, start: start, end: max(end, next.end),
            probability: min(probability, next.probability))
    }

    /// A part without length as long as it takes to say it, but not beyond a moment; any other as it is.
    fileprivate func lengthened(upTo moment: Double) -> Self {
        guard end - start < SpeechTiming.least else {
            return self
        }
        let spoken = start + Double(text.letterCount) * SpeechTiming.secondsPerLetter
        return Self(text: text, start: start, end: max(end, min(spoken, moment)), probability: probability)
    }
}

extension String {
    /// Letters and digits.
    var letterCount: Int {
        unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
