/// When to decode, what to show and when to settle it. All times in seconds.
///
/// The values were found by simulation and measurement on read and spontaneous English speech with true word times
/// (LibriSpeech alignments); `scripts/bench dictation` measures what they give.
public struct LivePolicy: Sendable, Equatable {
    /// Speech begins after two frames at least this likely…
    public var speechOn: Float = 0.5
    /// …and goes on while frames are at least this likely.
    public var speechOff: Float = 0.35
    /// Sound kept from before the first speech frame, so that no first consonant is lost.
    public var preRoll = 0.3
    /// Sound kept after the last speech frame.
    public var tail = 0.2
    /// New sound between two decodings of a growing window.
    public var step = 0.35
    /// The same while a window is shorter than `openingLength`: nothing of it is on the page, and little to decode.
    public var openingStep = 0.2
    /// See `openingStep`.
    public var openingLength = 1.0
    /// At least this many times the cost of a decoding passes between two: bounds the processor's share.
    public var duty = 1.1
    /// Silence after which everything heard is shown at once.
    public var endpoint = 0.2
    /// Silence after which the utterance is settled.
    public var pause = 0.8
    /// Silence after which a new paragraph begins.
    public var paragraphPause = 2.0
    /// A window this long is cut at the next place where the speaker paused, however shortly…
    public var softWindow = 6.0
    /// …for at least this long; the longer the window, the shorter the pause that is good enough.
    public var shortPause = 0.25
    /// A window is cut when it grows this long, wherever the speaker is quietest.
    public var maximumWindow = 12.0
    /// Sound before a window that is decoded along with it where more care is taken, at most. Both together are never
    /// longer than the longest window.
    public var longestLeadIn = 6.0
    /// Decodings that must agree on a word, after the one that brought it, before it may settle. One of all must have
    /// been done with more care; two such are enough.
    public var settlingAgreements = 2
    /// Sound between two decodings with more care.
    public var carefulStep = 2.0
    /// Sound heard since a word first appeared, and never changed, before it may settle…
    public var settlingAge = 1.0
    /// …and this much more for a word of probability 0; in between for one in between.
    public var doubtAge = 4.0
    /// By how much the mean logarithm of their probability must be higher for words found before to be believed rather
    /// than those of the decoding that settles a window.
    public var beliefMargin = 0.15
    /// The last word of a window may be cut off in the middle: a new one must be this probable to be
    /// shown.
    public var lastWordProbability = 0.7
    /// The same for the new words before it.
    public var newWordProbability = 0.4
    /// How much work the decoding that settles a window after a pause is worth.
    public var settlingEffort = DecodeRequest.Effort.thorough
    /// The same for a window that is cut while the speaker goes on and waits for words.
    public var cuttingEffort = DecodeRequest.Effort.thorough
    /// New tokens a second of sound can hold; more is a decoder that babbles.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// For files: nobody waits for words, so windows are as long as the model likes them.
    public static let file: LivePolicy = {
        var policy = LivePolicy()
        policy.step = .infinity
        policy.openingStep = .infinity
        policy.longestLeadIn = 0
        policy.endpoint = .infinity
        policy.settlingEffort = .full
        policy.cuttingEffort = .full
        policy.pause = 2
        policy.softWindow = .infinity
        policy.maximumWindow = 28
        return policy
    }()
}
