/// Speech from its first frame to a long pause, and what is known of the words that are not final.
struct Passage {
    let start: Int
    /// What interim decodings hear.
    var interimContext: LookContext
    /// What reviews hear.
    var reviewContext: LookContext
    /// How far the sound was decoded last.
    var heardEnd: Int
    /// How far it was reviewed last.
    var reviewedEnd: Int
    /// Position where the last final word ends.
    var settledEnd: Int
    var tracker: HypothesisTracker
    /// What the last decoding heard behind the final words.
    var heard: [ShownWords.Heard] = []
    /// Where the first word that is not final ends, in seconds.
    var firstCandidateEnd: Double?
    /// What the last review said about the language.
    var language: DetectedLanguage?
    /// Wall time of an interim decoding and of a review, in seconds.
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
        settledEnd = start
        tracker = HypothesisTracker(policy: policy)
    }

    /// The words that were found in the sound up to `end` behind the final ones, at their times.
    func words(end: Int, voice: VoiceTracker) -> [Word] {
        let first = max(start, settledEnd)
        let timer = WordTimer(
            range: first..<max(first + 1, end), frameLength: voice.frameLength, isSpeech: voice.isSpeech)
        let times = timer.times(
            of: tracker.candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
        return zip(tracker.candidates, times).map { $0.spoken($1) }
    }
}
