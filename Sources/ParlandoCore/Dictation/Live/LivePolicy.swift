/// When to decode, what to show and when a word is final. All times in seconds.
///
/// `scripts/bench dictation` measures what the values give; `scripts/bench fit` fits `WordStability`.
public struct LivePolicy: Sendable, Equatable {
    /// Speech begins after two frames at least this likely…
    public var speechOn: Float = 0.5
    /// …and goes on while frames are at least this likely.
    public var speechOff: Float = 0.35
    /// Sound kept from before the first speech frame, so that no first consonant is lost.
    public var preRoll = 0.3
    /// Sound kept after the last speech frame.
    public var tail = 0.2
    /// Whether words are told before they are final.
    public var showsInterim = true
    /// Minimum new sound between two interim decodings.
    public var step = 0.25
    /// Minimum time between two interim decodings, as a multiple of what one takes: bounds the processor's share.
    public var duty = 1.8
    /// Silence after which everything heard is shown at once.
    public var endpoint = 0.2
    /// Silence after which the words are reviewed, whether or not a review is due.
    public var pause = 0.8
    /// Silence after which a new paragraph begins and every word is final.
    public var paragraphPause = 2.0
    /// Sound that an interim decoding hears: its context begins anew when it is longer than this…
    public var longestInterim = 7.0
    /// …and then keeps this much.
    public var keptInterim = 3.5
    /// The same for a review. The model hears at most 30 s.
    public var longestReview = 26.0
    /// See `longestReview`.
    public var keptReview = 12.0
    /// Sound that a context keeps before the first word that is not final.
    public var leastContext = 1.0
    /// Minimum new sound between two reviews…
    public var reviewInterval = 2.25
    /// …and minimum time between them, as a multiple of what one takes.
    public var reviewDuty = 4.0
    /// A review is due once the first word that is not final ended this long ago.
    public var reviewAge = 1.2
    /// Sound that arrived faster than it could be followed, as in a file, is reviewed in portions of this length.
    public var longestUnreviewed = 12.0
    /// A reviewed word is final if it is right with at least this probability (`WordStability`)…
    public var finalProbability = 0.95
    /// …or once this much sound follows it: more does not help. Of words that stay doubtful, 79 % are right with 2.5 to
    /// 3.5 s of sound behind them and 76 % with 5.5 to 7 s (`scripts/bench fit`, tuning set).
    public var longestWait = 3.5
    /// Sound that a word needs behind it to be final: the end of the sound may be the middle of the word.
    public var leastSoundBehind = 0.15
    /// Interim decodings leave alone what a review heard with at least this much sound behind it.
    public var leastProtection = 1.0
    /// A word is shown if it stays with at least this probability (`WordStability`)…
    public var shownProbability = 0.6
    /// …or, once its end is `lateAge` seconds old, with this one: somebody waits for it.
    public var lateProbability = 0.3
    /// See `lateProbability`.
    public var lateAge = 0.4
    /// How probable it has to be where nothing else is on show: somebody waits for a first sign.
    public var firstProbability = 0.35
    /// An interim word this probable replaces words that several decodings agreed on at once; others wait for a second
    /// decoding that hears them too.
    public var overrulingProbability = 0.6
    /// New tokens that a second of sound can hold; more is a decoder that babbles.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// For files: nobody waits for words, so there are only reviews, as long as the model allows.
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
        return policy
    }()
}
