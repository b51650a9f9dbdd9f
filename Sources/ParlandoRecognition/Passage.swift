import ParlandoCore

/// A passage of speech, from its first frame to a long pause, with the words that may still change. Positions count
/// samples since the session began.
struct Passage {
    let start: Int
    var interimContext: LookContext
    var reviewContext: LookContext
    /// End of the latest decoding.
    var heardEnd: Int
    /// End of the latest review.
    var reviewedEnd: Int
    /// End of the latest final word.
    var finalEnd: Int
    var tracker: HypothesisTracker
    /// Of the last decoding, without final words.
    var heard: [ShownWords.Heard] = []
    /// Whether the latest decoding was an interim one that leaves no word in doubt.
    var isCertain = false
    /// In seconds; nil if there is none.
    var firstCandidateEnd: Double?
    /// Detected by the latest review.
    var language: DetectedLanguage?
    /// Moving averages of what an interim decoding and a review take, in seconds.
    var interimCost = 0.1
    var reviewCost = 0.3

    init(start: Int, firstWord: Int, policy: LivePolicy) {
        func context(_ longest: Double, _ kept: Double) -> LookContext {
            LookContext(
                start: start, firstWord: firstWord, longest: Int(longest * Double(AudioBlock.sampleRate)),
                kept: Int(kept * Double(AudioBlock.sampleRate)))
        }
        self.start = start
        interimContext = context(policy.longestInterim, policy.keptInterim)
        reviewContext = context(policy.longestReview, policy.keptReview)
        heardEnd = start
        reviewedEnd = start
        finalEnd = start
        tracker = HypothesisTracker(policy: policy)
    }

    /// The candidates with their estimated times.
    ///
    /// - Parameter end: end of the sound in which they were recognised.
    func words(end: Int, voice: VoiceTracker) -> [Word] {
        let first = max(start, finalEnd)
        let timer = WordTimer(
            range: first..<max(first + 1, end), frameLength: voice.frameLength, isSpeech: voice.isSpeech)
        let times = timer.times(
            of: tracker.candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
        return zip(tracker.candidates, times).map { $0.spoken($1) }
    }
}

/// The window of sound for one kind of decoding, which begins between two final words.
///
/// Without the seconds before the new sound, a model makes two to five times as many errors in noise and reverberation.
/// So the start moves forward only when the window has become long.
struct LookContext {
    /// The first sample of the window.
    private(set) var start: Int
    /// The first final word whose sound is in the window.
    private(set) var firstWord: Int
    /// Words by which `firstWord` may be wrong, because word times are estimates; 0 once a decoding has corrected it.
    private var doubt = 0
    /// In samples. The start of a longer window moves forward.
    private let longest: Int
    private let kept: Int

    /// - Parameter kept: length of the window after its start has moved.
    init(start: Int, firstWord: Int, longest: Int, kept: Int) {
        self.start = start
        self.firstWord = firstWord
        self.longest = longest
        self.kept = kept
    }

    /// Moves the start forward if the sound up to `end`, or its text, is too long for one decoding.
    ///
    /// - Parameter limit: latest start, unless the window would be too long for the model.
    mutating func advance(to end: Int, before limit: Int, words: FinalWords, sound: SoundBuffer, voice: VoiceTracker) {
        let isTextLong = words.tokens(from: firstWord).count > Self.mostTokens
        guard end - start > longest || isTextLong else {
            return
        }
        // The model cannot use more than `most` samples.
        let earliest = end - Self.most
        let upper = max(min(end - kept, limit), earliest + Self.least)
        let lower = max(start + Self.least, upper - Self.choice, earliest)
        guard lower < upper else {
            return
        }
        let position =
            voice.lastPause(in: lower..<upper, atLeast: Self.pause)
            ?? QuietestCut.position(in: lower..<upper, sound: sound, voice: voice)
        firstWord = words.firstIndex(at: position, from: firstWord)
        start = position
        doubt = Self.mostDoubt
    }

    /// The token sequences with which the text of the window may begin, the most probable first. Each consists of final
    /// words.
    func prefixes(of words: FinalWords) -> [[Int32]] {
        let offsets = [0] + (1...Self.mostDoubt).filter { $0 <= doubt }.flatMap { [-$0, $0] }
        // If only a few words follow, the alternatives cannot be told apart.
        return offsets.map { firstWord + $0 }
            .filter { $0 == firstWord || ($0 >= words.startIndex && $0 <= words.endIndex - Self.leastWords) }
            .map { words.tokens(from: $0) }
    }

    /// Corrects `firstWord` by the prefix that a decoding chose among several.
    mutating func finish(on prefix: [Int32], words: FinalWords) {
        guard doubt > 0 else {
            return
        }
        let range = max(words.startIndex, firstWord - doubt)...min(words.endIndex, firstWord + doubt)
        firstWord = range.first { words.tokens(from: $0) == prefix } ?? firstWord
        doubt = 0
    }

    /// Moves the start to that of `other` if it is later: without interim decodings, the window would keep all sound of
    /// the passage.
    mutating func keepUp(with other: LookContext) {
        if start < other.start {
            (start, firstWord, doubt) = (other.start, other.firstWord, other.doubt)
        }
    }

    /// In samples: minimum (1 s) and maximum (29 s) of the window, range that is searched for a pause (3 s), and
    /// minimum of a pause (0.2 s).
    private static let least = AudioBlock.sampleRate
    private static let most = 29 * AudioBlock.sampleRate
    private static let choice = 3 * AudioBlock.sampleRate
    private static let pause = AudioBlock.sampleRate / 5
    private static let mostDoubt = 2
    private static let leastWords = 3
    /// In tokens. The prefix shares the decoder's context of 448 tokens with the new text.
    private static let mostTokens = 150
}

/// The latest final words. A decoder gets them as a text prefix while its window includes their sound.
struct FinalWords {
    struct Item: Equatable {
        let tokens: [Int32]
        /// In lower case and without punctuation, for comparison.
        let essence: String
        let start: Int
        let end: Int
    }

    private var items: [Item] = []
    /// Index of the oldest word kept: the number of words dropped.
    private(set) var startIndex = 0

    /// Number of words that have become final.
    var endIndex: Int { startIndex + items.count }

    subscript(index: Int) -> Item {
        items[index - startIndex]
    }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    func tokens(from index: Int) -> [Int32] {
        items.dropFirst(max(0, index - startIndex)).flatMap(\.tokens)
    }

    /// The first word from `index` on whose midpoint is at or after a position.
    func firstIndex(at position: Int, from index: Int) -> Int {
        (max(index, startIndex)..<max(index, endIndex)).first { (self[$0].start + self[$0].end) / 2 >= position }
            ?? endIndex
    }

    func latest(_ count: Int) -> [String] {
        items.suffix(count).map(\.essence)
    }

    mutating func drop(before index: Int) {
        let count = min(index, endIndex) - startIndex
        if count > 0 {
            items.removeFirst(count)
            startIndex += count
        }
    }
}

/// Estimates the times of words: divides the speech frames of a range in proportion to the words' lengths, and moves
/// boundaries into near pauses.
///
/// No word ends after the sound in which it was first recognised. On read speech, the median error of a boundary is
/// below 0.2 s without this limit and 0.15 s with it.
struct WordTimer {
    /// `firstHeard` is the end of the sound in which the word was first recognised, in samples.
    struct Item {
        var text: String
        var firstHeard: Int?
    }

    private let frameLength: Int
    private let range: Range<Int>
    /// Positions of the speech frames, or of all frames if there are none.
    private let frames: [Int]

    init(range: Range<Int>, frameLength: Int, isSpeech: (Int) -> Bool) {
        self.range = range
        self.frameLength = frameLength
        let all = Array(
            stride(from: range.lowerBound, to: max(range.upperBound, range.lowerBound + 1), by: frameLength))
        let speech = all.filter(isSpeech)
        frames = speech.isEmpty ? all : speech
    }

    /// In seconds, in order and without overlap.
    func times(of items: [Item]) -> [(start: Double, end: Double)] {
        let borders = borders(of: items)
        let rate = Double(AudioBlock.sampleRate)
        var result: [(start: Double, end: Double)] = []
        var floor = Double(range.lowerBound)
        for (index, item) in items.enumerated() {
            let start = max(floor, position(of: borders[index], isEnd: false))
            var end = position(of: borders[index + 1], isEnd: true)
            if let heard = item.firstHeard {
                end = min(end, Double(heard))
            }
            end = min(max(end, floor + 1), Double(range.upperBound))
            result.append((min(start, end) / rate, end / rate))
            floor = end
        }
        return result
    }

    /// Starts of the words and end of the last, as fractional indices into `frames`.
    private func borders(of items: [Item]) -> [Double] {
        let weights = items.map { Double($0.text.count + 1) }
        let scale = Double(frames.count) / max(1, weights.reduce(0, +))
        let pauses = pauses
        var borders: [Double] = []
        var border = 0.0
        for (index, weight) in weights.enumerated() {
            // The speech before the first word is the end of the previous one.
            let reach = 0.5 * scale * min(weight, index > 0 ? weights[index - 1] : weight)
            let pause = pauses.min { abs($0 - border) < abs($1 - border) }
            borders.append(pause.flatMap { abs($0 - border) <= reach ? $0 : nil } ?? border)
            border = (borders.last ?? 0) + weight * scale
        }
        return borders + [Double(frames.count)]
    }

    /// Indices of the speech frames after a pause of at least 0.2 s.
    private var pauses: [Double] {
        let least = AudioBlock.sampleRate / 5
        return frames.indices.dropFirst().filter { frames[$0] - frames[$0 - 1] - frameLength >= least }.map(Double.init)
    }

    /// In samples. At a pause, a word ends where the pause begins, and the next begins where it ends.
    private func position(of border: Double, isEnd: Bool) -> Double {
        let index = isEnd ? Int(border.rounded(.up)) - 1 : Int(border)
        let frame = min(max(index, 0), frames.count - 1)
        return Double(frames[frame]) + (border - Double(frame)) * Double(frameLength)
    }
}
