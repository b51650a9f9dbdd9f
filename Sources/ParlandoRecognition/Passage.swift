import ParlandoCore

/// A passage of speech, from its first frame to a long pause, with the words that may still change.
struct Passage {
    let start: Int
    /// Window of sound for the interim decodings, which are for display.
    var interimContext: LookContext
    /// Window of sound for the reviews, which use as much sound as possible and make words final.
    var reviewContext: LookContext
    /// End of the sound of the latest decoding, in samples since the session began.
    var heardEnd: Int
    /// End of the sound of the latest review (a decoding with full context), in samples since the session began.
    var reviewedEnd: Int
    /// End of the latest final word, in samples since the session began.
    var finalEnd: Int
    var tracker: HypothesisTracker
    /// Words that the last decoding recognised and that are not final yet.
    var heard: [ShownWords.Heard] = []
    /// End of the first word that is not final, in seconds since the session began; nil if there is none.
    var firstCandidateEnd: Double?
    /// The language detected by the latest decoding with full context; nil if none was detected.
    var language: DetectedLanguage?
    /// Moving averages of the duration of an interim decoding and of a review, in seconds of wall-clock time.
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

    /// Returns the candidates, which are the recognised words that may still change, with their estimated times.
    ///
    /// - Parameter end: end of the sound in which the candidates were recognised, in samples since the session began.
    func words(end: Int, voice: VoiceTracker) -> [Word] {
        let first = max(start, finalEnd)
        let timer = WordTimer(
            range: first..<max(first + 1, end), frameLength: voice.frameLength, isSpeech: voice.isSpeech)
        let times = timer.times(
            of: tracker.candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
        return zip(tracker.candidates, times).map { $0.spoken($1) }
    }
}

/// The window of sound for one kind of decoding, interim or review. The window begins some seconds before the new
/// sound, between two final words.
///
/// A model that receives a few seconds without the preceding sound makes two to five times as many errors in noise and
/// reverberation. The start therefore moves forward only when the window has become long, and the window then keeps
/// sound with known words.
struct LookContext {
    /// Position of the first sample of the decoded window of sound, counted since the session began.
    private(set) var start: Int
    /// Index of the first final word whose sound is in the decoded window, counted since the session began.
    private(set) var firstWord: Int
    /// Maximum number of words by which `firstWord` may be wrong, because word times are estimates; 0 once a decoding
    /// has corrected it.
    private var doubt = 0
    /// Maximum length of the decoded window of sound, in samples. If the window is longer, its start moves forward.
    private let longest: Int
    private let kept: Int

    /// - Parameters:
    ///   - firstWord: index of the first final word whose sound is in the window.
    ///   - longest: maximum length of the window before its start moves forward, in samples.
    ///   - kept: length of the window after its start has moved, in samples.
    init(start: Int, firstWord: Int, longest: Int, kept: Int) {
        self.start = start
        self.firstWord = firstWord
        self.longest = longest
        self.kept = kept
    }

    /// Moves the start of the window forward if the sound up to `end`, or its text, is too long for one decoding.
    ///
    /// - Parameter limit: latest allowed start of the window, in samples. A later start is chosen only if the window
    ///   would otherwise be too long for the model.
    mutating func advance(to end: Int, before limit: Int, words: FinalWords, sound: SoundBuffer, voice: VoiceTracker) {
        let isTextLong = words.tokens(from: firstWord).count > Self.mostTokens
        guard end - start > longest || isTextLong else {
            return
        }
        // The model cannot use more than `most` samples, so older sound is never kept.
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

    /// Returns the token sequences with which the text of the window may begin, the most probable first. Each consists
    /// of words that are already final.
    func prefixes(of words: FinalWords) -> [[Int32]] {
        let offsets = [0] + (1...Self.mostDoubt).filter { $0 <= doubt }.flatMap { [-$0, $0] }
        // If only a few words follow, the alternatives cannot be told apart.
        return offsets.map { firstWord + $0 }
            .filter { $0 == firstWord || ($0 >= words.startIndex && $0 <= words.endIndex - Self.leastWords) }
            .map { words.tokens(from: $0) }
    }

    /// Corrects `firstWord`, the index of the first final word in the window, after a decoding has tried several
    /// prefixes (beginnings) of the window's text.
    ///
    /// - Parameters:
    ///   - prefix: tokens of the prefix that the decoding chose.
    ///   - words: the final words, one of which begins the prefix.
    mutating func finish(on prefix: [Int32], words: FinalWords) {
        guard doubt > 0 else {
            return
        }
        let range = max(words.startIndex, firstWord - doubt)...min(words.endIndex, firstWord + doubt)
        firstWord = range.first { words.tokens(from: $0) == prefix } ?? firstWord
        doubt = 0
    }

    /// Moves the start of the window to that of `other` if the latter is later. This is needed if sound arrives faster
    /// than it can be decoded. No interim decodings are then made, and their window would otherwise keep all sound of
    /// the passage of speech.
    mutating func keepUp(with other: LookContext) {
        if start < other.start {
            (start, firstWord, doubt) = (other.start, other.firstWord, other.doubt)
        }
    }

    /// This constant and the next three are lengths in samples: minimum (1 s) and maximum (29 s) of the window of
    /// sound, range that is searched for a pause (3 s), and minimum of a pause (0.2 s).
    private static let least = AudioBlock.sampleRate
    private static let most = 29 * AudioBlock.sampleRate
    private static let choice = 3 * AudioBlock.sampleRate
    private static let pause = AudioBlock.sampleRate / 5
    private static let mostDoubt = 2
    private static let leastWords = 3
    /// Maximum number of tokens in the text prefix, which shares the decoder's context of 448 tokens with the new text.
    private static let mostTokens = 150
}

/// The most recent words that will no longer change. A decoder receives them as a text prefix while its window still
/// includes their sound.
struct FinalWords {
    struct Item: Equatable {
        let tokens: [Int32]
        /// The word in lower case and without punctuation, the form in which words are compared.
        let essence: String
        /// Start and end of the word, in samples since the session began.
        let start: Int
        let end: Int
    }

    private var items: [Item] = []
    /// Index of the oldest word kept, counted since the session began. It equals the number of older words that were
    /// dropped.
    private(set) var startIndex = 0

    /// Number of words that have become final since the session began.
    var endIndex: Int { startIndex + items.count }

    subscript(index: Int) -> Item {
        items[index - startIndex]
    }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    /// Returns the tokens of the words from an index on.
    func tokens(from index: Int) -> [Int32] {
        items.dropFirst(max(0, index - startIndex)).flatMap(\.tokens)
    }

    /// Returns the index of the first word, from `index` on, whose midpoint is at or after `position` (in samples);
    /// `endIndex` if there is none.
    func firstIndex(at position: Int, from index: Int) -> Int {
        (max(index, startIndex)..<max(index, endIndex)).first { (self[$0].start + self[$0].end) / 2 >= position }
            ?? endIndex
    }

    /// Returns the last `count` words, in lower case and without punctuation.
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
