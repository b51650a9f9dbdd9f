/// A passage: speech from its first frame to a long pause, with the state of those words that may still change.
struct Passage {
    let start: Int
    /// Window of sound for the interim decodings.
    var interimContext: LookContext
    /// Window of sound for the reviews.
    var reviewContext: LookContext
    /// End of the sound of the latest decoding, in samples.
    var heardEnd: Int
    /// End of the sound of the latest review, in samples.
    var reviewedEnd: Int
    /// End of the latest word that will no longer change, in samples.
    var settledEnd: Int
    var tracker: HypothesisTracker
    /// Words that the last decoding recognised after the final ones.
    var heard: [ShownWords.Heard] = []
    /// End of the first word that is not final, in seconds.
    var firstCandidateEnd: Double?
    /// The language detected by the last review.
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
        settledEnd = start
        tracker = HypothesisTracker(policy: policy)
    }

    /// Returns the candidates: the words recognised after the final ones, which may still change. Each is returned with
    /// its times.
    ///
    /// - Parameter end: end of the sound in which they were recognised, in samples since the session began.
    func words(end: Int, voice: VoiceTracker) -> [Word] {
        let first = max(start, settledEnd)
        let timer = WordTimer(
            range: first..<max(first + 1, end), frameLength: voice.frameLength, isSpeech: voice.isSpeech)
        let times = timer.times(
            of: tracker.candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
        return zip(tracker.candidates, times).map { $0.spoken($1) }
    }
}
