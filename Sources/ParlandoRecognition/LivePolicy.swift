/// Parameters of live decoding: when to decode, which words to show, and when a word is final. Times are in seconds,
/// probabilities 0…1.
///
/// `scripts/bench dictation` measures the effect of the values; `scripts/bench fit` fits `WordStability`.
public struct LivePolicy: Sendable, Equatable {
    /// Speech probability of two consecutive frames at which speech begins.
    public var speechOn: Float = 0.5
    /// Speech probability at which speech continues.
    public var speechOff: Float = 0.35
    /// Sound kept before the first speech frame, so that an initial consonant is not cut off.
    public var preRoll = 0.3
    /// Sound kept after the last speech frame.
    public var tail = 0.2
    /// Whether interim results are reported.
    public var showsInterim = true
    /// New sound between two interim decodings.
    public var step = 0.25
    /// Time between two interim decodings, as a multiple of what one takes. Limits the processor load.
    public var duty = 1.8
    /// Silence after which all recognised words are shown.
    public var endpoint = 0.2
    /// Silence after which words are reviewed, even if no review is due.
    public var pause = 0.8
    /// Silence that ends a paragraph and makes all its words final.
    public var paragraphPause = 2.0
    /// Longest window of an interim decoding. A longer one is cut to `keptInterim`.
    public var longestInterim = 7.0
    /// See `longestInterim`.
    public var keptInterim = 3.5
    /// Longest window of a review. A longer one is cut to `keptReview`. The model takes at most 30 s.
    public var longestReview = 26.0
    /// See `longestReview`.
    public var keptReview = 12.0
    /// Known sound in a window before the first word that may still change.
    public var leastContext = 1.0
    /// New sound between two reviews.
    public var reviewInterval = 2.25
    /// Time between two reviews, as a multiple of what one takes.
    public var reviewDuty = 4.0
    /// Time since the end of the first word that may still change, for a review to be due.
    public var reviewAge = 1.2
    /// New sound after which it is reviewed although no review is due, if sound arrives faster than it can be decoded,
    /// as from a file.
    public var longestUnreviewed = 12.0
    /// Probability of not changing (`WordStability`) at which a reviewed word becomes final.
    public var finalProbability = 0.95
    /// Probability of not changing that each of the last words needs at Stop to become final without another review.
    public var lastProbability = 0.95
    /// Sound after a reviewed word that makes it final whatever its probability, so that it does not hold back those
    /// after it. Of 2795 words, 3.5 s save 6 errors and take .3 s longer on average (`scripts/bench simulate`).
    public var longestWait = 2.75
    /// Sound after a word before it becomes final. The sound might otherwise end in the middle of the word.
    public var leastSoundBehind = 0.15
    /// Sound after a reviewed word from which on interim decodings must not change it.
    public var leastProtection = 1.0
    /// Probability of not changing at which a word is shown.
    public var shownProbability = 0.6
    /// The same for a word that ended `lateAge` ago: the user is waiting for it.
    public var lateProbability = 0.3
    /// See `lateProbability`.
    public var lateAge = 0.4
    /// The same while no other interim words are on screen: the user is waiting for a first response.
    public var firstProbability = 0.35
    /// Probability at which an interim word at once replaces words that several decodings agreed on. A less probable
    /// one must be recognised twice.
    public var overrulingProbability = 0.6
    /// Decoder steps of a review for alternatives to doubtful words. With 0, only those are known that need none.
    public var readingSteps = 16.0
    /// New tokens per second of sound. If there are more, the decoder is hallucinating.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// For files: nobody waits for the words, so there are only decodings of as much sound as the model allows.
    public static let file: LivePolicy = {
        var policy = LivePolicy()
        policy.showsInterim = false
        policy.step = .infinity
        policy.endpoint = .infinity
        policy.pause = .infinity
        policy.reviewInterval = .infinity
        policy.longestUnreviewed = 20
        policy.longestWait = 4
        policy.longestReview = 26
        policy.keptReview = 5
        // 8 steps take 3 % of the time; 16 take 5 % and find an eighth more of the right words (`scripts/bench
        // readings`).
        policy.readingSteps = 8
        return policy
    }()
}
