import ParlandoCore

extension LiveTranscriber {
    /// Minimum number of samples to decode (0.15 s). Less sound contains no word, and the model would hallucinate one.
    private static let leastSound = samples(0.15)

    // MARK: Interim results

    /// Runs an interim decoding of the last few seconds of sound, for display. Returns the events to report.
    ///
    /// - Parameters:
    ///   - end: end of the sound to decode, in samples since the session began.
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
        let echo = isCalm ? 0 : passage.tracker.echoCount(after: latestFinal)
        passage.heard = judged(spoken, evidence, echo: echo)
        self.passage = passage
        return languages.hear(hypothesis.language, seconds: Self.seconds(request.samples.count)) + show()
            + progress(end)
    }

    private var latestFinal: [String] {
        finalWords.latest(HypothesisTracker.longestEcho)
    }

    /// Returns the latest position at which a window may begin, in samples since the session began. Any later, the
    /// window would have too little sound before the first word that is not final.
    private func contextLimit(of passage: Passage) -> Int {
        passage.finalEnd - Self.samples(policy.leastContext)
    }

    // MARK: Reviews

    /// Runs a review: decodes as much sound as the model can use, and makes words final. Returns the events to report.
    ///
    /// - Parameter end: end of the sound to decode, in samples since the session began.
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
        passage.reviewedEnd = end
        passage.language = hypothesis.language
        passage.heardEnd = max(passage.heardEnd, end)
        var spoken = passage.words(end: end, voice: voice)
        let evidence = evidence(
            spoken, passage, end: end, mean: hypothesis.meanLogProbability, isReview: true,
            isCalm: voice.silence >= policy.pause)
        let count = zip(spoken, evidence).prefix { _, evidence in
            evidence.soundBehind >= policy.longestWait
                || (evidence.soundBehind >= policy.leastSoundBehind
                    && WordStability.ofReviewed(evidence) >= policy.finalProbability)
        }.count
        let firm = spoken.prefix { Self.seconds(end) - $0.end >= policy.leastProtection }.count
        passage.tracker.protect(max(count, firm))
        // After a pause, another review might not follow, so alternatives to all doubtful words are searched for now.
        let isPause = voice.silence >= min(policy.pause, policy.paragraphPause)
        let last = isFinished || isPause ? spoken.count : count
        passage.reviewCost += 0.5 * (try weigh(&passage.tracker, last, &spoken))
        passage.heard = judged(spoken, evidence, echo: 0)
        self.passage = passage
        return languages.hear(hypothesis.language, seconds: Self.seconds(request.samples.count))
            + languages.judge(hypothesis, seconds: heard) + finish(count, of: spoken)
            + show() + progress(end)
    }

    /// Searches for alternative readings of the doubtful words among the first `count` words, and stores them in
    /// `tracker` and `words`. Returns the time that the search took, in seconds.
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

    /// Decodes a window of sound. If its text contains a repetition, decodes the window again in two parts.
    private func decodeTwice(_ request: DecodeRequest) throws -> Hypothesis {
        try SecondPass(decodeOnce: decoder.decode).checked(try decoder.decode(request), of: request)
    }

    /// Collects for each word the evidence that decides whether the word may be shown or become final. Also stores the
    /// evidence in `lastLook`, for fitting `WordStability`.
    ///
    /// - Parameters:
    ///   - end: end of the decoded sound, in samples since the session began.
    ///   - mean: mean log probability of the new tokens.
    ///   - isReview: whether the decoding used full context.
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

    /// Returns the words, each with a flag for whether it may be shown. The last `echo` words must not be shown,
    /// because they only repeat the words before them.
    private func judged(_ words: [Word], _ evidence: [WordStability.Evidence], echo: Int) -> [ShownWords.Heard] {
        let usual = shown.words.isEmpty ? policy.firstProbability : policy.shownProbability
        return zip(words, evidence).map { word, evidence in
            let needed = evidence.soundBehind < policy.lateAge ? usual : policy.lateProbability
            return ShownWords.Heard(
                word: word, isFirm: evidence.wordsBehind >= echo && WordStability.ofHeard(evidence) >= needed)
        }
    }

    /// Makes the first `count` words of the current passage final. `all` are its words that are not final yet. Returns
    /// the events to report.
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

    /// Makes all remaining words of the current passage of speech final. Returns the events to report.
    mutating func finishRest() -> [RecognitionEvent] {
        guard let passage else {
            return []
        }
        let spoken = passage.words(end: max(passage.reviewedEnd, passage.heardEnd), voice: voice)
        return finish(spoken.count, of: spoken)
    }
}
