/// Turns arriving sound into a transcript, one small step at a time.
///
/// A window of sound grows from the first speech frame. While it grows it is decoded again and again; words that
/// several decodings agree on settle at once, the rest is shown as the tentative tail. A pause settles the window, a
/// window that is too long is cut where the speaker is quietest. So the work a second does not depend on how long the
/// session lasts, and silence costs next to nothing.
///
/// Pure but for the decoder and the gate; not safe for concurrent use. `step()` blocks while the decoder computes.
public struct LiveTranscriber {
    private let decoder: any SpeechDecoder
    private let gate: any SpeechGate
    private let policy: LivePolicy
    private var sound = SoundBuffer()
    private var voice: VoiceTracker
    private var languages: LanguageWatch
    private var window: SpeechWindow?
    /// Sound not yet given to the gate: less than a frame.
    private var gateRest: [Float] = []
    /// End of the last settled utterance; the next one does not reach back over it.
    private var previousEnd = 0
    private var isParagraphOpen = false
    private var isFinished = false
    private var smoothedCost = 0.1
    private var reported = 0

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

    /// No more sound comes: the next steps settle what is there.
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

    /// Does the next piece of work, at most one decoding or two. Returns nil when there is nothing to do before more
    /// sound comes.
    public mutating func step() throws -> [RecognitionEvent]? {
        while voice.hasUnseenFrames {
            voice.advance()
            if let events = try followVoice() {
                return events
            }
        }
        if let window {
            if isFinished {
                return try settle(window)
            }
            return try decodeIfDue(window)
        }
        let done = isFinished ? sound.end : voice.position
        if done - reported >= AudioBlock.sampleRate / 2 || (isFinished && done > reported) {
            reported = done
            return [.progress(seconds: Self.seconds(done))]
        }
        return nil
    }

    /// Acts on the frame just looked at. Returns nil when it changes nothing.
    private mutating func followVoice() throws -> [RecognitionEvent]? {
        guard var window else {
            if let onset = voice.onset {
                let start = max(onset - Self.samples(policy.preRoll), previousEnd, 0)
                self.window = SpeechWindow(start: start, policy: policy)
                return nil
            }
            return watchSilence()
        }
        if voice.silence >= policy.pause {
            return try settle(window)
        }
        // Only a backlog gets here before a decoding cut the window: sound that waited for the model, or a file.
        if Self.seconds(voice.position - window.start) >= policy.maximumWindow {
            return try cut(&window, end: voice.position)
        }
        return nil
    }

    private mutating func watchSilence() -> [RecognitionEvent]? {
        let keep = voice.position - Self.samples(1)
        sound.drop(before: keep)
        voice.drop(before: keep)
        guard isParagraphOpen, voice.silence >= policy.paragraphPause else {
            return nil
        }
        isParagraphOpen = false
        return [.paragraphEnded]
    }

    // MARK: Decoding a window that grows

    private mutating func decodeIfDue(_ window: SpeechWindow) throws -> [RecognitionEvent]? {
        let available = sound.end
        let quiet = Self.seconds(available - voice.lastSpeechEnd)
        let isSpeechUnheard = window.decodedEnd < voice.lastSpeechEnd + Self.samples(0.09)
        if quiet >= policy.endpoint {
            guard isSpeechUnheard else {
                return nil
            }
            return try decode(
                window, end: min(available, voice.lastSpeechEnd + Self.samples(policy.tail)), showsAll: true)
        }
        let fresh = Self.seconds(available - max(window.decodedEnd, window.start + Self.samples(policy.preRoll)))
        let unheard = Self.seconds(min(available, voice.lastSpeechEnd) - window.decodedEnd)
        guard fresh >= max(policy.step, policy.duty * smoothedCost), unheard > 0.05 else {
            return nil
        }
        return try decode(window, end: available, showsAll: false)
    }

    private mutating func decode(
        _ original: SpeechWindow, end: Int, showsAll: Bool
    ) throws -> [RecognitionEvent] {
        var window = original
        let reconsiders = window.isOverdue(end: end, policy: policy)
        let hypothesis = try run(window, end: end, effort: reconsiders ? .careful : .quick)
        if reconsiders {
            window.reconsideredEnd = end
        } else {
            smoothedCost = 0.5 * smoothedCost + 0.5 * hypothesis.cost
        }
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: !window.tracker.settledTokens.isEmpty)
        window.tracker.update(words, end: end, isFinal: showsAll || reconsiders)
        window.decodedEnd = end
        var events = languages.hear(hypothesis.language, seconds: Self.seconds(end - window.start))
        let candidates = window.tracker.candidates
        let times = time(candidates, in: window, end: end)
        let limit = reconsiders ? Self.seconds(end) - policy.trustedAge : 0
        let trusted = zip(candidates, times).prefix {
            $0.word.probability >= policy.trustedProbability && $1.end <= limit
        }
        let settled = window.tracker.settle(end: end, trusted: trusted.count).count
        let timed = zip(candidates, times).map { $0.spoken($1) }
        if settled > 0 {
            events.append(.settled(Array(timed[..<settled])))
            window.settledEnd = Int((timed[settled - 1].end * Double(AudioBlock.sampleRate)).rounded(.up))
            isParagraphOpen = true
        }
        if isToBeCut(window, end: end) {
            return try events + cut(&window, end: end)
        }
        let shown = showsAll ? timed.count : settled + window.tracker.stableCount
        events += show(Array(timed[settled..<shown]), in: &window)
        self.window = window
        return events + progress(end)
    }

    // MARK: Settling

    private mutating func settle(_ original: SpeechWindow) throws -> [RecognitionEvent] {
        var window = original
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        var events = try settleWords(of: &window, end: end, effort: policy.settlingEffort)
        events += show([], in: &window)
        self.window = nil
        previousEnd = voice.lastSpeechEnd + Self.samples(policy.tail) / 2
        voice.endUtterance()
        events += progress(isFinished && !voice.hasUnseenFrames ? sound.end : voice.position)
        return events
    }

    /// Settles the part before the quietest place and goes on with the rest as a new window.
    private mutating func cut(_ window: inout SpeechWindow, end: Int) throws -> [RecognitionEvent] {
        let position =
            shortPause(in: window, end: end)
            ?? QuietestCut.position(in: cutRange(of: window, end: end), sound: sound, voice: voice)
        let effort = smoothedCost <= policy.longestQuickDecoding ? policy.cuttingEffort : .careful
        var events = try settleWords(of: &window, end: position, effort: effort)
        var rest = SpeechWindow(start: position, policy: policy)
        rest.shown = window.shown
        self.window = rest
        previousEnd = position
        sound.drop(before: position)
        voice.drop(before: position)
        // What is on show beyond the cut must not vanish until the next decoding.
        if !rest.shown.isEmpty {
            events += try decode(rest, end: end, showsAll: false)
        }
        return events + progress(position)
    }

    private func isToBeCut(_ window: SpeechWindow, end: Int) -> Bool {
        let length = Self.seconds(end - window.start)
        let choice = Self.seconds(cutRange(of: window, end: end).count)
        return length >= policy.maximumWindow || (length >= policy.longWindow && choice >= policy.cutChoice)
            || (length >= policy.softWindow && shortPause(in: window, end: end) != nil)
    }

    /// Where a window may be cut: after what is settled, and not so late that the rest would be a broken word.
    private func cutRange(of window: SpeechWindow, end: Int) -> Range<Int> {
        let lower = max(window.start + (end - window.start) * 45 / 100, window.tracker.settledUpTo ?? 0)
        let upper = end - Self.samples(0.6)
        return min(lower, upper)..<upper
    }

    /// The middle of the last short pause where the window may be cut, if there is one.
    private func shortPause(in window: SpeechWindow, end: Int) -> Int? {
        voice.lastPause(in: cutRange(of: window, end: end), atLeast: Self.samples(policy.shortPause))
    }

    /// Decodes up to `end` once more, drawn by nothing but what is settled, and settles all of it.
    private mutating func settleWords(
        of window: inout SpeechWindow, end: Int, effort: DecodeRequest.Effort
    ) throws -> [RecognitionEvent] {
        let hypothesis = try run(window, end: end, effort: effort)
        let hasPrefix = !window.tracker.settledTokens.isEmpty
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: hasPrefix)
        let seconds = Self.seconds(end - window.start)
        var events = languages.hear(hypothesis.language, seconds: seconds)
        events += languages.guess(hypothesis.language)
        events += languages.judge(hypothesis, seconds: seconds)
        window.tracker.update(words, end: end, isFinal: true)
        window.tracker.dropEcho(newSound: Self.seconds(end - window.decodedEnd))
        let candidates = window.tracker.candidates
        let settled = zip(candidates, time(candidates, in: window, end: end)).map { $0.spoken($1) }
        if !settled.isEmpty {
            isParagraphOpen = true
            events.append(.settled(settled))
        }
        return events
    }

    // MARK: Helpers

    private func run(_ window: SpeechWindow, end: Int, effort: DecodeRequest.Effort) throws -> Hypothesis {
        let samples = sound.slice(window.start..<end)
        // Less than this holds no word, and the model would invent one.
        guard Self.seconds(samples.count) >= 0.15 else {
            return Hypothesis()
        }
        return try decoder.decode(
            DecodeRequest(
                samples: samples,
                prefix: window.tracker.settledTokens,
                expected: window.tracker.expectedTokens,
                language: languages.language,
                effort: effort))
    }

    private func time(
        _ candidates: [HypothesisTracker.Candidate], in window: SpeechWindow, end: Int
    ) -> [(start: Double, end: Double)] {
        let start = max(window.start, window.settledEnd)
        let timer = WordTimer(
            range: start..<max(start + 1, end), frameLength: gate.frameLength, isSpeech: voice.isSpeech)
        return timer.times(of: candidates.map { WordTimer.Item(text: $0.word.text, firstHeard: $0.firstHeard) })
    }

    private func show(_ words: [Word], in window: inout SpeechWindow) -> [RecognitionEvent] {
        guard words.map(\.text) != window.shown else {
            return []
        }
        window.shown = words.map(\.text)
        return [.partial(words)]
    }

    private mutating func progress(_ position: Int) -> [RecognitionEvent] {
        reported = position
        return [.progress(seconds: Self.seconds(position))]
    }

    private static func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    private static func samples(_ seconds: Double) -> Int {
        Int((seconds * Double(AudioBlock.sampleRate)).rounded())
    }
}
