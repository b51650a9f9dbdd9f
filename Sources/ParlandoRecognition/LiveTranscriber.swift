public import ParlandoCore

/// Transcribes sound as it arrives, one small step at a time.
///
/// Interim decodings use the last few seconds of sound and run several times a second; their words are shown. Reviews
/// use as much sound as the model can take and run every few seconds; they make words final. Both receive the final
/// words of their window as a text prefix, so that the final words cannot change, and both include sound before the new
/// speech. The work per second does not depend on the length of the session, and silence costs next to nothing.
///
/// Free of side effects except in the decoder and the voice activity detector. Not safe for concurrent use. `step()`
/// blocks while the decoder computes.
public struct LiveTranscriber {
    let decoder: any SpeechDecoder
    private let gate: any SpeechGate
    let policy: LivePolicy
    var sound = SoundBuffer()
    var voice: VoiceTracker
    var languages: LanguageWatch
    /// The current passage of speech; nil during silence.
    var passage: Passage?
    var finalWords = FinalWords()
    private(set) var shown = ShownWords()
    /// Samples not yet passed to the voice activity detector, fewer than a frame.
    private var gateRest: [Float] = []
    /// End of the previous passage of speech, in samples since the session began. The pre-roll of the next passage must
    /// not begin before this position.
    private var previousEnd = 0
    private var isParagraphOpen = false
    private(set) var isFinished = false
    private var reported = 0
    /// The evidence from which the latest decoding estimated the stability of each word. Used by `scripts/bench fit` to
    /// fit `WordStability`.
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

    /// Number of samples received since the session began.
    public var samplesTaken: Int {
        sound.end
    }

    /// Number of received samples that are still to be processed.
    public var samplesAhead: Int {
        sound.end - voice.position
    }

    /// Adds new samples (mono, 16 kHz). Throws the errors of the voice activity detector.
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

    /// Marks the end of the sound. The next calls of `step()` make the remaining words final.
    public mutating func finish() throws {
        guard !isFinished else {
            return
        }
        isFinished = true
        // The last, partial frame is padded with silence for voice activity detection only. The sound itself stays as
        // it is.
        if !gateRest.isEmpty {
            gateRest += [Float](repeating: 0, count: gate.frameLength - gateRest.count)
            voice.append(try gate.probabilities(of: gateRest))
            gateRest = []
        }
    }

    /// Does the next unit of work, at most one interim decoding or one review. Returns the events to report; nil if
    /// nothing can be done before more sound arrives.
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

    /// Processes the latest frame of the voice activity detector: begins, reviews or ends a passage of speech if that
    /// is due. Returns the events to report; nil if nothing was due.
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
        // Only a backlog reaches this length before a review is due: sound that arrived while the model was loading, or
        // a file.
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

    /// Runs the decoding that is due while speech continues. Returns the events to report; nil if no decoding is due.
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

    /// Ends the passage of speech and makes all its words final. Returns the events to report.
    private mutating func conclude(_ passage: Passage) throws -> [RecognitionEvent] {
        var events: [RecognitionEvent] = []
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        if passage.reviewedEnd < voice.lastSpeechEnd {
            events += try review(passage, end: end)
        }
        // If the utterance was too short to decide on a language, the most probable one is reported as a guess.
        events += languages.guess(self.passage?.language) + finishRest()
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

    mutating func finalResult(_ words: [Word]) -> RecognitionEvent {
        shown.finish(words)
        isParagraphOpen = true
        return .final(words)
    }

    /// Returns an event with the interim words if they have changed since the last such event; otherwise an empty
    /// array.
    mutating func show() -> [RecognitionEvent] {
        policy.showsInterim && shown.hear(passage?.heard ?? []) ? [.interim(shown.words)] : []
    }

    /// Drops the sound before a position, in samples since the session began.
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
