/// Turns arriving sound into a transcript, one small step at a time.
///
/// Interim decodings hear the last few seconds and come several times a second: what they find is shown. Reviews hear as
/// much sound as the model can use and come every few seconds: they decide which words are final. Both are given the
/// final words whose sound they hear, so these cannot change, and never hear speech without the sound before it. The
/// work a second does not depend on how long the session lasts, and silence costs next to nothing.
///
/// Pure but for the decoder and the gate; not safe for concurrent use. `step()` blocks while the decoder computes.
public struct LiveTranscriber {
    let decoder: any SpeechDecoder
    private let gate: any SpeechGate
    let policy: LivePolicy
    var sound = SoundBuffer()
    var voice: VoiceTracker
    var languages: LanguageWatch
    /// The speech that is followed; nil while nobody speaks.
    var passage: Passage?
    var finalWords = FinalWords()
    private(set) var shown = ShownWords()
    /// Sound not yet given to the gate: less than a frame.
    private var gateRest: [Float] = []
    /// Where the last passage ended; the next one does not reach back over it.
    private var previousEnd = 0
    private var isParagraphOpen = false
    private var isFinished = false
    private var reported = 0
    /// What the last decoding knew of each word: for `scripts/bench fit`.
    public internal(set) var lastLook = LookRecord()

    public init(
        decoder: any SpeechDecoder, gate: any SpeechGate, policy: LivePolicy, isMultilingual: Bool, language: String?
    ) {
        self.decoder = decoder
        self.gate = gate
        self.policy = policy
        voice = VoiceTracker(policy: policy, frameLength: gate.frameLength)
        languages = LanguageWatch(isMultilingual: isMultilingual, chosen: language)
        gate.reset()
    }

    /// Samples taken in since the session began.
    public var samplesTaken: Int {
        sound.end
    }

    /// Samples taken in that the next steps look at first.
    public var samplesAhead: Int {
        sound.end - voice.position
    }

    /// Takes in more sound.
    public mutating func append(_ samples: [Float]) throws {
        sound.append(samples)
        gateRest += samples
        let whole = gateRest.count / gate.frameLength * gate.frameLength
        guard whole > 0 else {
            return
        }
        voice.append(try gate.probabilities(of: Array(gateRest[..<whole])))
        gateRest.removeFirst(whole)
    }

    /// No more sound comes: the next steps make final what is there.
    public mutating func finish() throws {
        guard !isFinished else {
            return
        }
        isFinished = true
        // The last, broken frame is judged with silence after it; the sound itself is not lengthened.
        if !gateRest.isEmpty {
            gateRest += [Float](repeating: 0, count: gate.frameLength - gateRest.count)
            voice.append(try gate.probabilities(of: gateRest))
            gateRest = []
        }
    }

    /// Does the next piece of work, at most two decodings. Returns nil when there is nothing to do before more sound
    /// comes.
    public mutating func step() throws -> [RecognitionEvent]? {
        while voice.hasUnseenFrames {
            voice.advance()
            if let events = try followVoice() {
                return events
            }
        }
        if let passage {
            return try isFinished ? conclude(passage) : look(at: passage)
        }
        let done = isFinished ? sound.end : voice.position
        if done - reported >= AudioBlock.sampleRate / 2 || (isFinished && done > reported) {
            return progress(done)
        }
        return nil
    }

    /// Acts on the frame just looked at. Returns nil when it changes nothing.
    private mutating func followVoice() throws -> [RecognitionEvent]? {
        guard let passage else {
            if let onset = voice.onset {
                let start = max(onset - Self.samples(policy.preRoll), previousEnd, 0)
                self.passage = Passage(start: start, firstWord: finalWords.endIndex, policy: policy)
                return nil
            }
            return watchSilence()
        }
        if voice.silence >= policy.paragraphPause {
            return try conclude(passage)
        }
        let end = voice.lastSpeechEnd
        if voice.silence >= policy.pause, passage.reviewedEnd < end {
            return try review(passage, end: min(end + Self.samples(policy.tail), sound.end))
        }
        // Only a backlog gets here before a review is due: sound that waited for the model, or a file.
        let unreviewed = Self.seconds(voice.position - max(passage.reviewedEnd, passage.start))
        if unreviewed >= policy.longestUnreviewed, passage.reviewedEnd < end {
            return try review(passage, end: voice.position)
        }
        return nil
    }

    private mutating func watchSilence() -> [RecognitionEvent]? {
        drop(before: voice.position - Self.samples(1))
        guard isParagraphOpen, voice.silence >= policy.paragraphPause else {
            return nil
        }
        isParagraphOpen = false
        return [.paragraphEnded]
    }

    /// Follows speech that goes on. Returns nil when nothing is due.
    private mutating func look(at passage: Passage) throws -> [RecognitionEvent]? {
        let speechEnd = voice.lastSpeechEnd
        if isReviewDue(passage) {
            return try review(passage, end: min(sound.end, speechEnd + Self.samples(policy.tail)))
        }
        if Self.seconds(sound.end - speechEnd) >= policy.endpoint {
            guard passage.heardEnd < speechEnd + Self.samples(0.09) else {
                return nil
            }
            return try interim(passage, end: min(sound.end, speechEnd + Self.samples(policy.tail)), isCalm: true)
        }
        let fresh = Self.seconds(sound.end - max(passage.heardEnd, passage.start + Self.samples(policy.preRoll)))
        let unheard = Self.seconds(min(sound.end, speechEnd) - passage.heardEnd)
        guard fresh >= max(policy.step, policy.duty * passage.interimCost), unheard > 0.05 else {
            return nil
        }
        return try interim(passage, end: sound.end, isCalm: false)
    }

    private func isReviewDue(_ passage: Passage) -> Bool {
        guard let first = passage.firstCandidateEnd, passage.reviewedEnd < voice.lastSpeechEnd else {
            return false
        }
        let since = Self.seconds(sound.end - max(passage.reviewedEnd, passage.start))
        return Self.seconds(sound.end) - first >= policy.reviewAge
            && since >= max(policy.reviewInterval, policy.reviewDuty * passage.reviewCost)
    }

    /// Ends the passage: all its words are final.
    private mutating func conclude(_ passage: Passage) throws -> [RecognitionEvent] {
        var events: [RecognitionEvent] = []
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        if passage.reviewedEnd < voice.lastSpeechEnd {
            events += try review(passage, end: end)
        }
        // Who waits for a short utterance is told what language it probably was.
        events += languages.guess(self.passage?.language) + settleRest()
        self.passage = nil
        previousEnd = voice.lastSpeechEnd + Self.samples(policy.tail) / 2
        let isParagraphEnd = voice.silence >= policy.paragraphPause
        voice.endUtterance()
        finalWords.drop(before: finalWords.endIndex)
        if isParagraphEnd, isParagraphOpen {
            isParagraphOpen = false
            events += show() + [.paragraphEnded]
        } else {
            events += show()
        }
        return events + progress(isFinished && !voice.hasUnseenFrames ? sound.end : voice.position)
    }

    // MARK: Helpers

    mutating func settled(_ words: [Word]) -> RecognitionEvent {
        shown.settle(words)
        isParagraphOpen = true
        return .settled(words)
    }

    /// Tells the interim words where others are to be shown now.
    mutating func show() -> [RecognitionEvent] {
        policy.showsInterim && shown.hear(passage?.heard ?? []) ? [.partial(shown.words)] : []
    }

    /// Forgets sound that nothing needs any more.
    mutating func drop(before position: Int) {
        sound.drop(before: position)
        voice.drop(before: position)
    }

    mutating func progress(_ position: Int) -> [RecognitionEvent] {
        reported = position
        return [.progress(seconds: Self.seconds(position))]
    }

    static func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    static func samples(_ seconds: Double) -> Int {
        Int((seconds * Double(AudioBlock.sampleRate)).rounded())
    }
}
