/// The stretch of sound that is being decoded.
struct SpeechWindow {
    let start: Int
    /// What was said just before it.
    let leadIn: LeadIn?
    /// How far it was decoded last.
    var decodedEnd: Int
    /// Where its last settled word ends.
    var settledEnd: Int
    /// Where the sound ended when the window was last decoded with more care.
    var carefulEnd: Int
    var tracker: HypothesisTracker
    /// The tentative words on show.
    var shown: [String] = []

    init(start: Int, leadIn: LeadIn?, policy: LivePolicy) {
        self.start = start
        self.leadIn = leadIn
        decodedEnd = start
        settledEnd = start
        carefulEnd = start
        tracker = HypothesisTracker(policy: policy)
    }

    /// What leads into the next window, once all words up to `end` are known: as much as the policy allows, and nothing
    /// in part, for nobody knows exactly which words belong to a part.
    func leadIntoNext(end: Int, policy: LivePolicy) -> LeadIn? {
        let longest = Int(policy.longestLeadIn * Double(AudioBlock.sampleRate))
        let tokens = tracker.settledTokens + tracker.expectedTokens
        guard end - start <= longest, !tokens.isEmpty else {
            return nil
        }
        if let leadIn, end - leadIn.start <= longest {
            return LeadIn(start: leadIn.start, tokens: leadIn.tokens + tokens)
        }
        return LeadIn(start: start, tokens: tokens)
    }

    /// Whether there is room for the lead-in before the sound up to `end`.
    func hasRoom(end: Int, policy: LivePolicy) -> Bool {
        leadIn.map { Double(end - $0.start) <= policy.maximumWindow * Double(AudioBlock.sampleRate) } ?? false
    }

    /// Whether what was heard with the lead-in is in keeping with what the window tells by itself. A decoder may take the
    /// words before for the whole text, or go on with them where nobody speaks.
    func confirms(_ hypothesis: Hypothesis) -> Bool {
        let found = tracker.candidates.count
        let isHeard = decodedEnd > start
        return hypothesis.words.count * 3 >= found && (found > 0 || !isHeard || hypothesis.words.isEmpty)
    }

    /// Whether the last decoding with more care was long enough ago for another one.
    func wantsCare(end: Int, policy: LivePolicy) -> Bool {
        let rate = Double(AudioBlock.sampleRate)
        let since = max(start + Int(policy.preRoll * rate), carefulEnd)
        return Double(end - since) / rate >= policy.carefulStep
    }
}

/// The sound before a window and its words. Decoded along with the window they tell the decoder how the sentence began.
struct LeadIn {
    let start: Int
    let tokens: [Int32]
}
