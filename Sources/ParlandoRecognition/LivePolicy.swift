/// Parameters of live decoding: when to decode, which words to show, and when a word is final. All times are in
/// seconds.
///
/// `scripts/bench dictation` measures the effect of the values; `scripts/bench fit` fits `WordStability`.
public struct LivePolicy: Sendable, Equatable {
    /// Minimum speech probability of two consecutive frames at which speech begins.
    public var speechOn: Float = 0.5
    /// Minimum speech probability of a frame at which speech continues.
    public var speechOff: Float = 0.35
    /// Sound kept from before the first speech frame, so that an initial consonant is not cut off.
    public var preRoll = 0.3
    /// Sound kept after the last speech frame.
    public var tail = 0.2
    /// Whether interim results are reported.
    public var showsInterim = true
    /// Minimum duration of new sound between two interim decodings.
    public var step = 0.25
    /// Minimum time between two interim decodings, as a multiple of the duration of one. Limits the processor load.
    public var duty = 1.8
    /// Silence after which all recognised words are shown at once.
    public var endpoint = 0.2
    /// Silence after which the words are reviewed, even if no review is due.
    public var pause = 0.8
    /// Silence that ends a paragraph and makes all its words final.
    public var paragraphPause = 2.0
    /// Maximum duration of the sound in an interim decoding. A longer context is cut to `keptInterim`.
    public var longestInterim = 7.0
    /// Length to which the sound of an interim decoding is cut; see `longestInterim`.
    public var keptInterim = 3.5
    /// Maximum duration of the sound in a review. A longer context is cut to `keptReview`. The model takes at most 30
    /// s.
    public var longestReview = 26.0
    /// Length to which the sound of a review is cut; see `longestReview`.
    public var keptReview = 12.0
    /// Minimum duration of the sound that a context keeps before the first word that may still change.
    public var leastContext = 1.0
    /// Minimum duration of new sound between two reviews.
    public var reviewInterval = 2.25
    /// Minimum time between two reviews, as a multiple of the duration of one.
    public var reviewDuty = 4.0
    /// Maximum time from the end of the first word that may still change until a review is due.
    public var reviewAge = 1.2
    /// Length of the portions in which sound is reviewed if it arrives faster than it can be decoded, for example from
    /// a file.
    public var longestUnreviewed = 12.0
    /// Minimum probability (`WordStability`) at which a reviewed word is final.
    public var finalProbability = 0.95
    /// Duration of the sound after a reviewed word from which the word is final regardless of its probability. Waiting
    /// longer does not help: of the words that stay doubtful, 79 % are right with 2.5 to 3.5 s of sound after them and
    /// 76 % with 5.5 to 7 s (`scripts/bench fit`, tuning set).
    public var longestWait = 3.5
    /// Minimum duration of the sound after a word for the word to become final. The sound might otherwise end in the
    /// middle of the word.
    public var leastSoundBehind = 0.15
    /// Minimum duration of the sound after a reviewed word at which interim decodings must no longer change the word.
    public var leastProtection = 1.0
    /// Minimum probability of staying (`WordStability`) at which a word is shown.
    public var shownProbability = 0.6
    /// Minimum probability of staying at which a word is shown if it ended at least `lateAge` seconds ago, because the
    /// user is waiting for it.
    public var lateProbability = 0.3
    /// Minimum time since the end of a word for `lateProbability` to apply.
    public var lateAge = 0.4
    /// Minimum probability of staying at which a word is shown while no other interim words are on screen, because the
    /// user is waiting for a first response.
    public var firstProbability = 0.35
    /// Minimum probability at which an interim word at once replaces words that several decodings agreed on. A less
    /// probable word has to be recognised by a second decoding.
    public var overrulingProbability = 0.6
    /// Maximum number of decoder steps in a review for weighing the other readings of doubtful words; with 0, only
    /// readings that need no further steps are known.
    public var readingSteps = 16.0
    /// Maximum number of new tokens per second of sound. More tokens mean that the decoder is hallucinating.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// Parameters for files. Nobody waits for the words, so there are no interim decodings, only reviews of as much
    /// sound as the model allows.
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
        // 8 steps take 3 % of the time; 16 steps take 5 % and find an eighth more of the right words (`scripts/bench
        // readings`).
        policy.readingSteps = 8
        return policy
    }()
}
