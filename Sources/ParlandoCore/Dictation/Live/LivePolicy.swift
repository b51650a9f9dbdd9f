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
    public var step = 0.2
    /// At least this many times the cost of a decoding passes between two: bounds the processor's share.
    public var duty = 1.8
    /// Silence after which everything heard is shown at once.
    public var endpoint = 0.2
    /// Silence after which the utterance is settled.
    public var pause = 0.8
    /// Silence after which a new paragraph begins.
    public var paragraphPause = 2.0
    /// A window this long is cut at the next place where the speaker paused, however shortly…
    public var softWindow = 6.0
    /// …for at least this long.
    public var shortPause = 0.25
    /// A window this long is cut where the speaker is quietest, as soon as there is so much sound after its settled
    /// words to choose from: with less, a word is cut in two.
    public var longWindow = 9.0
    /// See `longWindow`.
    public var cutChoice = 0.6
    /// A window is not cut while the speaker has been silent for this long: if that is the end of the sentence, the window
    /// ends there, and a cut would go through the words before.
    public var hush = 0.1
    /// A window is cut when it grows this long, whatever there is to choose from.
    public var maximumWindow = 10.0
    /// Decodings that must agree on a word, after the one that brought it, before it may settle.
    public var settlingAgreements = 2
    /// Sound heard since a word first appeared before it may settle…
    public var settlingAge = 1.2
    /// …and the same for a word that is at least this probable.
    public var sureAge = 0.8
    /// See `sureAge`.
    public var sureProbability = 0.9
    /// A word less probable than this does not settle by agreement: one in ten of those said to be .6 to .7 probable is
    /// wrong, and nothing that is heard before the end of the window tells which. With .6, words settle a third sooner
    /// and eight more in two thousand are wrong.
    public var settlingProbability = 0.7
    /// Sound without a settled word after which the window is decoded with more care…
    public var settlingPatience = 2.0
    /// …and its words believed, but for those said less than this long ago, and up to the first one that is less
    /// probable than this: what follows a wrong word is heard wrongly too.
    public var trustedAge = 1.5
    /// See `trustedAge`.
    public var trustedProbability = 0.65
    /// The last word of a window may be cut off in the middle: a new one must be this probable to be shown. With .85 a
    /// tenth more words change, and words are seen 0.03 s sooner.
    public var lastWordProbability = 0.95
    /// The same for the new words before it.
    public var newWordProbability = 0.6
    /// So much less will do where nothing else would be on show: somebody waits for a first sign.
    public var firstSignAllowance = 0.3
    /// A word this probable takes the place of words that several decodings agreed on at once; others wait for a
    /// second decoding that hears them too.
    public var overrulingProbability = 0.6
    /// How much work the decoding that settles a window after a pause is worth.
    public var settlingEffort = DecodeRequest.Effort.thorough
    /// The same for a window that is cut while the speaker goes on. What is said next waits for each piece of that
    /// work…
    public var cuttingEffort = DecodeRequest.Effort.thorough
    /// …so it is done with care only where a quick decoding takes longer than this: a thorough one takes several
    /// times as long.
    public var longestQuickDecoding = 0.2
    /// New tokens a second of sound can hold; more is a decoder that babbles.
    public static let tokensPerSecond = 7.0

    public init() {}

    /// For files: nobody waits for words, so windows are as long as the model likes them.
    public static let file: LivePolicy = {
        var policy = LivePolicy()
        policy.step = .infinity
        policy.endpoint = .infinity
        policy.settlingEffort = .full
        policy.cuttingEffort = .full
        policy.pause = 2
        policy.softWindow = .infinity
        policy.longWindow = .infinity
        policy.maximumWindow = 28
        return policy
    }()
}
