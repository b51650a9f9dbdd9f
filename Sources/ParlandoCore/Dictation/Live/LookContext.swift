/// The sound that a decoding hears besides what is new: it begins some seconds back, at a place between two final words.
///
/// A model that is given a few seconds without the sound before makes two to five times as many errors in noise and
/// reverberation. So the context moves on only when it has grown long, and then keeps sound whose words are known.
struct LookContext {
    /// Position of the first sample.
    private(set) var start: Int
    /// Index of the first final word in it.
    private(set) var firstWord: Int
    /// How many words earlier or later the text may begin: word times are estimates. A decoding finds out.
    private var doubt = 0
    /// In samples.
    private let longest: Int
    private let kept: Int

    /// - Parameters:
    ///   - longest: samples after which the context moves on.
    ///   - kept: samples that it keeps then.
    init(start: Int, firstWord: Int, longest: Int, kept: Int) {
        self.start = start
        self.firstWord = firstWord
        self.longest = longest
        self.kept = kept
    }

    /// Moves on if the sound up to `end` is too long for one decoding.
    ///
    /// - Parameter limit: the context begins before this position.
    mutating func advance(to end: Int, before limit: Int, words: FinalWords, sound: SoundBuffer, voice: VoiceTracker) {
        let isTextLong = words.tokens(from: firstWord).count > Self.mostTokens
        guard end - start > longest || isTextLong else {
            return
        }
        // Beyond what the model can hear at once, nothing is kept.
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

    /// What the text of the sound may begin with, as tokens, the likeliest first.
    func prefixes(of words: FinalWords) -> [[Int32]] {
        let offsets = [0] + (1...Self.mostDoubt).filter { $0 <= doubt }.flatMap { [-$0, $0] }
        // Where few words follow, there is nothing to tell the candidates apart by.
        return offsets.map { firstWord + $0 }
            .filter { $0 == firstWord || ($0 >= words.startIndex && $0 <= words.endIndex - Self.leastWords) }
            .map { words.tokens(from: $0) }
    }

    /// Takes note of which of the prefixes fits the sound.
    mutating func settle(on prefix: [Int32], words: FinalWords) {
        guard doubt > 0 else {
            return
        }
        let range = max(words.startIndex, firstWord - doubt)...min(words.endIndex, firstWord + doubt)
        firstWord = range.first { words.tokens(from: $0) == prefix } ?? firstWord
        doubt = 0
    }

    /// Begins where another one does if that has moved on further. Where sound arrives faster than it can be followed, all
    /// decodings are reviews, and a context that stayed behind would keep all sound of the passage.
    mutating func keepUp(with other: LookContext) {
        if start < other.start {
            (start, firstWord, doubt) = (other.start, other.firstWord, other.doubt)
        }
    }

    /// In samples.
    private static let least = AudioBlock.sampleRate
    private static let most = 29 * AudioBlock.sampleRate
    private static let choice = 3 * AudioBlock.sampleRate
    private static let pause = AudioBlock.sampleRate / 5
    private static let mostDoubt = 2
    private static let leastWords = 3
    /// The decoder holds 448 tokens, new ones included.
    private static let mostTokens = 150
}
