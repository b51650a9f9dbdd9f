/// Parameters of live decoding: when to decode, which words to show, and when a word is final. All times are in
/// seconds.
///
/// `scripts/bench dictation` measures the effect of the values; `scripts/bench fit` fits `WordStability`.
public struct LivePolicy: Sendable, Equatable {
    /// Minimum speech probability, 0…1, that two consecutive frames must have for speech to begin.
    public var speechOn: Float = 0.5
    /// Minimum speech probability, 0…1, of a frame at which speech continues.
    public var speechOff: Float = 0.35
    /// Duration of the sound kept before the first speech frame, in seconds, so that an initial consonant is not cut
    /// off.
    public var preRoll = 0.3
    /// Duration of the sound kept after the last speech frame, in seconds.
    public var tail = 0.2
    /// Whether interim results are reported.
    public var showsInterim = true
    /// Minimum duration of new sound between two interim decodings (those for display), in seconds.
    public var step = 0.25
    /// Minimum time between two interim decodings, as a multiple of the duration of such a decoding. Limits the
    /// processor load.
    public var duty = 1.8
    /// Duration of silence, in seconds, after which all recognised words are shown at once.
    public var endpoint = 0.2
    /// Duration of silence, in seconds, after which the words are reviewed (decoded again with full context), even if
    /// no review is due.
    public var pause = 0.8
    /// Duration of silence, in seconds, that ends a paragraph and makes all its words final.
    public var paragraphPause = 2.0
    /// Maximum duration of the sound in an interim decoding, in seconds. A longer window is cut to `keptInterim`.
    public var longestInterim = 7.0
    /// Duration to which the sound of an interim decoding is cut, in seconds; see `longestInterim`.
    public var keptInterim = 3.5
    /// Maximum duration of the sound in a review (a decoding with full context, which makes words final), in seconds. A
    /// longer window is cut to `keptReview`. The model takes at most 30 s.
    public var longestReview = 26.0
    /// Duration to which the sound of a review (a decoding with full context) is cut, in seconds; see `longestReview`.
    public var keptReview = 12.0
    /// Minimum duration of known sound at the beginning of a decoded window, before the first word that may still
    /// change, in seconds.
    public var leastContext = 1.0
    /// Minimum duration of new sound between two reviews, in seconds. Reviews decode with full context and make words
    /// final.
    public var reviewInterval = 2.25
    /// Minimum time between two reviews (decodings with full context), as a multiple of the duration of a review.
    public var reviewDuty = 4.0
    /// Minimum time since the end of the first word that may still change for a review (a decoding with full context)
    /// to be due, in seconds.
    public var reviewAge = 1.2
    /// Duration of new sound, in seconds, after which it is decoded with full context although no review is due.
    /// Applies if sound arrives faster than it can be decoded, for example from a file.
    public var longestUnreviewed = 12.0
    /// Minimum probability of not changing (`WordStability`), 0…1, at which a word becomes final after a review (a
    /// decoding with full context).
    public var finalProbability = 0.95
    /// Duration of the sound after a reviewed word (one decoded with full context), in seconds, from which on the word
    /// is final whatever its probability. Waiting longer does not help: of the words that stay doubtful, 79 % are right
    /// with 2.5 to 3.5 s of sound after them and 76 % with 5.5 to 7 s (`scripts/bench fit`, tuning set).
    public var longestWait = 3.5
    /// Minimum duration of the sound after a word for the word to become final, in seconds. The sound might otherwise
    /// end in the middle of the word.
    public var leastSoundBehind = 0.15
    /// Minimum duration of the sound after a reviewed word (one decoded with full context), in seconds, at which
    /// interim decodings must no longer change the word.
    public var leastProtection = 1.0
    /// Minimum probability of not changing (`WordStability`), 0…1, at which a word is shown.
    public var shownProbability = 0.6
    /// Minimum probability of not changing, 0…1, at which a word is shown if it ended at least `lateAge` seconds ago.
    /// It is lower than usual because the user is waiting for the word.
    public var lateProbability = 0.3
    /// Minimum time since the end of a word, in seconds, for `lateProbability` to apply.
    public var lateAge = 0.4
    /// Minimum probability of not changing, 0…1, at which a word is shown while no other interim words are on screen.
    /// It is lower than usual because the user is waiting for a first response.
    public var firstProbability = 0.35
    /// Minimum probability, 0…1, at which an interim word at once replaces words that several decodings agreed on. A
    /// less probable word must be recognised by a second decoding.
    public var overrulingProbability = 0.6
    /// Maximum number of decoder steps that a review (a decoding with full context) spends on finding alternatives to
    /// doubtful words. With 0, only those alternatives are known that need no further steps.
    public var readingSteps = 16.0
    /// Maximum number of new tokens per second of sound. If there are more, the decoder is hallucinating.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// Parameters for files. Nobody waits for the words, so there are no interim decodings for display, only decodings
    /// of as much sound as the model allows.
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
