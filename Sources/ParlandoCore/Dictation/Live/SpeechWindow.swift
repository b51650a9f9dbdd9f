/// The stretch of sound that is being decoded.
struct SpeechWindow {
    let start: Int
    /// How far it was decoded last.
    var decodedEnd: Int
    /// Where its last settled word ends.
    var settledEnd: Int
    /// Where the sound ended when the window was last decoded with more care.
    var reconsideredEnd: Int
    var tracker: HypothesisTracker
    /// The tentative words on show.
    var shown: [Word] = []

    init(start: Int, policy: LivePolicy) {
        self.start = start
        decodedEnd = start
        settledEnd = start
        reconsideredEnd = start
        tracker = HypothesisTracker(policy: policy)
    }

    /// Whether words have waited so long to settle that a decoding with more care is worth its work.
    func isOverdue(end: Int, policy: LivePolicy) -> Bool {
        let rate = Double(AudioBlock.sampleRate)
        let since = max(start + Int(policy.preRoll * rate), settledEnd, reconsideredEnd)
        return Double(end - since) / rate >= policy.settlingPatience
    }

    /// Words that were found in the sound up to `end` after the settled ones, at their times.
    func words(of candidates: [HypothesisTracker.Candidate], end: Int, voice: VoiceTracker) -> [Word] {
        let first = max(start, settledEnd)
        let timer = WordTimer(
            range: first..<max(first + 1, end), frameLength: voice.frameLength, isSpeech: voice.isSpeech)
        let times = timer.times(
            of: candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
        return zip(candidates, times).map { $0.spoken($1) }
    }
}
