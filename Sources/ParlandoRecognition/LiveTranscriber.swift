public import ParlandoCore

/// Transcribes sound as it arrives, one small step at a time. Positions count samples since the session began.
///
/// Interim decodings use the last few seconds, several times a second, for display. Reviews use as much sound as the
/// model can take, every few seconds, and make words final. Both get the final words of their window as a text prefix,
/// which cannot change, and sound before the new speech. The work per second does not depend on the length of the
/// session, and silence costs next to nothing.
///
/// Not safe for concurrent use. `step()` blocks while the decoder computes.
public struct LiveTranscriber {
    let decoder: any SpeechDecoder
    let policy: LivePolicy
    var sound = SoundBuffer()
    var voice: VoiceTracker
    var languages: LanguageWatch
    /// Nil during silence.
    var passage: Passage?
    var finalWords = FinalWords()
    private(set) var shown = ShownWords()
    private var frames: FrameFeed
    /// End of the previous passage of speech. The pre-roll of the next one must not begin before.
    private var previousEnd = 0
    private var isParagraphOpen = false
    private(set) var isFinished = false
    private var reported = 0
    /// Seconds of speech that reviews have covered, and seconds that their decodings took.
    private(set) var reviewed = (speech: 0.0, work: 0.0)
    /// Speakers who are heard at this moment with the same model. Each one's decodings become rarer in proportion, so
    /// that all of them together take the time of one.
    public var speakers = 1
    private var share: Double { Double(max(1, speakers)) }
    public var isHearing: Bool { passage != nil }
    /// What the latest decoding estimated the stability of each word from, for `scripts/bench fit`.
    public internal(set) var lastLook = LookRecord()

    public init(
        decoder: any SpeechDecoder, gate: any SpeechGate, policy: LivePolicy, isMultilingual: Bool, language: String?
    ) {
        self.decoder = decoder
        frames = FrameFeed(gate)
        self.policy = policy
        voice = VoiceTracker(policy: policy, frameLength: gate.frameLength)
        languages = LanguageWatch(isMultilingual: isMultilingual, chosen: language)
    }

    /// Received samples that are still to be processed.
    public var samplesAhead: Int {
        sound.end - voice.position
    }

    /// Adds samples (mono, 16 kHz). Throws the errors of the voice activity detector.
    public mutating func append(_ samples: [Float]) throws {
        sound.append(samples)
        voice.append(try frames.append(samples))
    }

    /// Marks the end of the sound. The next calls of `step()` make the remaining words final.
    public mutating func finish() throws {
        guard !isFinished else {
            return
        }
        isFinished = true
        voice.append(try frames.finish())
    }

    /// Does the next unit of work, at most one decoding. Returns nil if nothing can be done before more sound arrives.
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

    /// Begins, reviews or ends a passage of speech if that is due. Returns nil if nothing was.
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
        // Only a backlog reaches this length: sound that arrived while the model was loading, or a file.
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

    /// Runs the decoding that is due while speech continues; nil if none is.
    private mutating func look(at passage: Passage) throws -> [RecognitionEvent]? {
        let speechEnd = voice.lastSpeechEnd
        if isReviewDue(passage) {
            return try review(passage, end: min(sound.end, speechEnd + Self.samples(policy.tail)))
        }
        let fresh = Self.seconds(sound.end - max(passage.heardEnd, passage.start + Self.samples(policy.preRoll)))
        if Self.seconds(sound.end - speechEnd) >= policy.endpoint {
            let isTurn = share == 1 || fresh >= (share - 1) * policy.duty * passage.interimCost
            guard isTurn, passage.heardEnd < speechEnd + Self.samples(Self.calm) else {
                return nil
            }
            return try interim(passage, end: min(sound.end, speechEnd + Self.samples(policy.tail)), isCalm: true)
        }
        let unheard = Self.seconds(min(sound.end, speechEnd) - passage.heardEnd)
        guard fresh >= share * max(policy.step, policy.duty * passage.interimCost), unheard > 0.05 else {
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
            && since >= max(policy.reviewInterval, share * policy.reviewDuty * passage.reviewCost)
    }

    /// Ends the passage of speech and makes all its words final. After Stop the user waits for them: words without doubt
    /// need no review, if all speech has been heard.
    private mutating func conclude(_ passage: Passage) throws -> [RecognitionEvent] {
        var events: [RecognitionEvent] = []
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        let hasHeardAll = passage.heardEnd >= min(voice.lastSpeechEnd + Self.samples(Self.calm), sound.end)
        if passage.reviewedEnd < voice.lastSpeechEnd, !(isFinished && passage.isCertain && hasHeardAll) {
            events += try review(passage, end: end)
        }
        // The language of an utterance that was too short is reported as a guess.
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

    /// Empty if the interim words have not changed since the last such event.
    mutating func show() -> [RecognitionEvent] {
        policy.showsInterim && shown.hear(passage?.heard ?? []) ? [.interim(shown.words)] : []
    }

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

extension LiveTranscriber {
    /// 0.15 s. Less sound contains no word, and the model would hallucinate one.
    private static let leastSound = samples(0.15)
    /// Seconds of sound after speech with which its last word has been heard whole.
    private static let calm = 0.09

    // MARK: Interim results

    /// For display.
    ///
    /// - Parameters:
    ///   - end: end of the sound to decode.
    ///   - isCalm: whether the speaker has paused.
    mutating func interim(_ original: Passage, end: Int, isCalm: Bool) throws -> [RecognitionEvent] {
        var passage = original
        let limit = contextLimit(of: passage)
        passage.interimContext.advance(to: end, before: limit, words: finalWords, sound: sound, voice: voice)
        let kept = passage.tracker.protectedCount
        let request = DecodeRequest(
            samples: sound.slice(passage.interimContext.start..<end),
            prefixes: passage.interimContext.prefixes(of: finalWords),
            forced: Array(passage.tracker.candidates.prefix(kept).flatMap(\.word.tokens)),
            expected: passage.tracker.tokens(after: kept), language: languages.language)
        let hypothesis = request.samples.count < Self.leastSound ? Hypothesis() : try decoder.decode(request)
        passage.interimContext.finish(on: hypothesis.prefix, words: finalWords)
        passage.interimCost = 0.5 * passage.interimCost + 0.5 * hypothesis.cost
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: kept > 0 || request.prefixes != [[]])
        passage.tracker.update(words, behind: kept, end: end, isCalm: isCalm)
        passage.heardEnd = end
        let spoken = passage.words(end: end, voice: voice)
        passage.firstCandidateEnd = spoken.first?.end
        let evidence = evidence(
            spoken, passage, end: end, mean: hypothesis.meanLogProbability, isReview: false, isCalm: isCalm)
        let echo = passage.tracker.echoCount(after: latestFinal)
        passage.heard = judged(spoken, evidence, echo: isCalm ? 0 : echo)
        passage.isCertain =
            !spoken.isEmpty && echo == 0 && !hypothesis.isLooped && languages.isKnown
            && !passage.tracker.candidates.contains(where: \.isContested)
            && zip(spoken, evidence).allSatisfy {
                !$0.isDoubtful && WordStability.ofHeard($1) >= policy.lastProbability
            }
        self.passage = passage
        return languages.hear(hypothesis.language, seconds: Self.seconds(request.samples.count)) + show()
            + progress(end)
    }

    private var latestFinal: [String] {
        finalWords.latest(HypothesisTracker.longestEcho)
    }

    /// Where a window may begin at the latest. Any later, it would have too little sound before the first word that is
    /// not final.
    private func contextLimit(of passage: Passage) -> Int {
        passage.finalEnd - Self.samples(policy.leastContext)
    }

    // MARK: Reviews

    /// - Parameter end: end of the sound to decode.
    mutating func review(_ original: Passage, end: Int) throws -> [RecognitionEvent] {
        var passage = original
        passage.reviewContext.advance(
            to: end, before: contextLimit(of: passage), words: finalWords, sound: sound, voice: voice)
        let request = DecodeRequest(
            samples: sound.slice(passage.reviewContext.start..<end),
            prefixes: passage.reviewContext.prefixes(of: finalWords),
            prefixSamples: max(0, passage.finalEnd - passage.reviewContext.start),
            expected: passage.tracker.tokens(), language: languages.language, effort: .full)
        let hypothesis = request.samples.count < Self.leastSound ? Hypothesis() : try decodeTwice(request)
        passage.reviewContext.finish(on: hypothesis.prefix, words: finalWords)
        passage.interimContext.keepUp(with: passage.reviewContext)
        passage.reviewCost = 0.5 * passage.reviewCost + 0.5 * hypothesis.cost
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: request.prefixes != [[]])
        passage.tracker.review(words, end: end)
        let heard = Self.seconds(end - max(passage.reviewedEnd, passage.start))
        reviewed.speech += heard
        reviewed.work += hypothesis.cost
        passage.reviewedEnd = end
        passage.language = hypothesis.language
        passage.isCertain = false
        passage.heardEnd = max(passage.heardEnd, end)
        var spoken = passage.words(end: end, voice: voice)
        let evidence = evidence(
            spoken, passage, end: end, mean: hypothesis.meanLogProbability, isReview: true,
            isCalm: voice.silence >= policy.pause)
        let count = finalCount(evidence)
        let firm = spoken.prefix { Self.seconds(end) - $0.end >= policy.leastProtection }.count
        passage.tracker.protect(max(count, firm))
        // After a pause, another review might not follow, so all doubtful words are weighed now.
        let isPause = voice.silence >= min(policy.pause, policy.paragraphPause)
        let last = isFinished || isPause ? spoken.count : count
        passage.reviewCost += 0.5 * (try weigh(&passage.tracker, last, &spoken))
        passage.heard = judged(spoken, evidence, echo: 0)
        self.passage = passage
        return languages.hear(hypothesis.language, seconds: Self.seconds(request.samples.count))
            + languages.judge(hypothesis, seconds: heard) + finish(count, of: spoken)
            + show() + progress(end)
    }

    /// Stores readings of the doubtful words among the first `count`. Returns the seconds that the search took.
    private func weigh(_ tracker: inout HypothesisTracker, _ count: Int, _ words: inout [Word]) throws -> Double {
        let doubtful = (0..<count).filter { tracker.candidates[$0].word.isDoubtful }
        guard !doubtful.isEmpty, policy.readingSteps >= 1 else {
            return 0
        }
        let weighed = try decoder.readings(
            of: doubtful.map { tracker.candidates[$0].word }, steps: Int(policy.readingSteps))
        for (index, readings) in zip(doubtful, weighed.readings) {
            tracker.read(index, as: readings)
            words[index].readings = readings
        }
        return weighed.cost
    }

    /// If the text contains a repetition, decodes the window again in two parts.
    private func decodeTwice(_ request: DecodeRequest) throws -> Hypothesis {
        try SecondPass(decodeOnce: decoder.decode).checked(try decoder.decode(request), of: request)
    }

    /// How many words at the beginning of a review become final: those that have waited long enough, or that probably
    /// stay as they are.
    private func finalCount(_ evidence: [WordStability.Evidence]) -> Int {
        evidence.prefix {
            $0.soundBehind >= policy.longestWait
                || ($0.soundBehind >= policy.leastSoundBehind
                    && WordStability.ofReviewed($0) >= policy.finalProbability)
        }.count
    }

    /// The evidence that decides whether each word may be shown or become final. Also stored in `lastLook`.
    ///
    /// - Parameters:
    ///   - end: end of the decoded sound.
    ///   - mean: mean log probability of the new tokens.
    ///   - isCalm: whether the speaker has paused.
    private mutating func evidence(
        _ words: [Word], _ passage: Passage, end: Int, mean: Double, isReview: Bool, isCalm: Bool
    ) -> [WordStability.Evidence] {
        let end = Self.seconds(end)
        let evidence = words.indices.map { index in
            let candidate = passage.tracker.candidates[index]
            return WordStability.Evidence(
                probability: candidate.word.probability, soundBehind: end - words[index].end,
                wordsBehind: words.count - index - 1,
                nextProbability: words.dropFirst(index + 1).prefix(2).map(\.probability).min() ?? 1,
                reviews: candidate.reviews, agreements: candidate.agreements, isProtected: candidate.isProtected,
                meanLogProbability: mean, isCalm: isCalm, isReview: isReview)
        }
        lastLook = LookRecord(
            number: lastLook.number + 1, firstIndex: finalWords.endIndex,
            words: zip(words, evidence).map { ($0.text, $1) })
        return evidence
    }

    /// The last `echo` words must not be shown, because they only repeat the words before them.
    private func judged(_ words: [Word], _ evidence: [WordStability.Evidence], echo: Int) -> [ShownWords.Heard] {
        let usual = shown.words.isEmpty ? policy.firstProbability : policy.shownProbability
        return zip(words, evidence).map { word, evidence in
            let needed = evidence.soundBehind < policy.lateAge ? usual : policy.lateProbability
            return ShownWords.Heard(
                word: word, isFirm: evidence.wordsBehind >= echo && WordStability.ofHeard(evidence) >= needed)
        }
    }

    /// Makes the first `count` words of the current passage final. `all` are those that are not final yet.
    private mutating func finish(_ count: Int, of all: [Word]) -> [RecognitionEvent] {
        guard var passage else {
            return []
        }
        let words = Array(all.prefix(count))
        let candidates = passage.tracker.take(count)
        for (candidate, word) in zip(candidates, words) {
            finalWords.append(
                FinalWords.Item(
                    tokens: candidate.word.tokens, essence: candidate.word.essence,
                    start: Self.samples(word.start), end: Self.samples(word.end)))
        }
        if all.isEmpty {
            // The sound had no words, so no context has to be kept for it.
            passage.finalEnd = max(passage.finalEnd, passage.reviewedEnd - Self.samples(policy.leastContext))
        }
        passage.finalEnd =
            words.last.map { Int(($0.end * Double(AudioBlock.sampleRate)).rounded(.up)) } ?? passage.finalEnd
        passage.heard.removeFirst(min(count, passage.heard.count))
        passage.firstCandidateEnd = all.dropFirst(count).first?.end
        self.passage = passage
        finalWords.drop(before: min(passage.reviewContext.firstWord, passage.interimContext.firstWord) - 4)
        drop(before: min(passage.reviewContext.start, passage.interimContext.start))
        return words.isEmpty ? [] : [finalResult(words)]
    }

    /// Makes all remaining words of the current passage final.
    mutating func finishRest() -> [RecognitionEvent] {
        guard let passage else {
            return []
        }
        let spoken = passage.words(end: max(passage.reviewedEnd, passage.heardEnd), voice: voice)
        return finish(spoken.count, of: spoken)
    }
}
