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
    /// What was said just before the next window.
    private var leadIn: LeadIn?
    private var isParagraphOpen = false
    private var isFinished = false
    private var smoothedCost = 0.1
    private var reported = 0

    public init(
        decoder: any SpeechDecoder, gate: any SpeechGate, policy: LivePolicy, isMultilingual: Bool, language: String?
    ) {
        self.decoder = decoder
        self.gate = gate
        var policy = policy
        if isMultilingual, language == nil {
            // Each utterance may be in another language, and the one before would decide on it.
            policy.longestLeadIn = 0
        }
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
                self.window = SpeechWindow(start: start, leadIn: leadIn, policy: policy)
                return nil
            }
            return watchSilence()
        }
        if voice.silence >= policy.pause {
            return try settle(window)
        }
        if windowCut.isDue(window, end: voice.position) {
            return try cut(&window, end: voice.position)
        }
        return nil
    }

    private mutating func watchSilence() -> [RecognitionEvent]? {
        let keep = voice.position - Self.samples(1)
        if voice.silence >= policy.paragraphPause {
            leadIn = nil
        }
        sound.drop(before: min(keep, leadIn?.start ?? keep))
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
        let isOpening = Self.seconds(available - window.start) - policy.preRoll < policy.openingLength
        let step = isOpening ? min(policy.openingStep, policy.step) : policy.step
        guard fresh >= max(step, policy.duty * smoothedCost), unheard > 0.05 else {
            return nil
        }
        return try decode(window, end: available, showsAll: false)
    }

    private mutating func decode(
        _ original: SpeechWindow, end: Int, showsAll: Bool
    ) throws -> [RecognitionEvent] {
        var window = original
        let isCareful = window.wantsCare(end: end, policy: policy)
        let hypothesis = try run(window, end: end, effort: isCareful ? .careful : .quick)
        if isCareful {
            window.carefulEnd = end
        } else {
            smoothedCost = 0.5 * smoothedCost + 0.5 * hypothesis.cost
        }
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: !window.tracker.settledTokens.isEmpty)
        window.tracker.update(words, end: end, isCareful: isCareful, isFinal: showsAll)
        window.decodedEnd = end
        var events = languages.hear(hypothesis.language, seconds: Self.seconds(end - window.start))
        let candidates = window.tracker.candidates
        let times = time(candidates, in: window, end: end)
        let settled = window.tracker.settle(end: end).count
        let timed = zip(candidates, times).map { $0.word(at: $1) }
        if settled > 0 {
            events.append(.settled(Array(timed[..<settled])))
            window.settledEnd = Int((timed[settled - 1].end * Double(AudioBlock.sampleRate)).rounded(.up))
            isParagraphOpen = true
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
        leadIn = window.leadIntoNext(end: end, policy: policy)
        previousEnd = voice.lastSpeechEnd + Self.samples(policy.tail) / 2
        voice.endUtterance()
        events += progress(isFinished && !voice.hasUnseenFrames ? sound.end : voice.position)
        return events
    }

    /// Settles the part before the quietest place and goes on with the rest as a new window.
    private mutating func cut(_ window: inout SpeechWindow, end: Int) throws -> [RecognitionEvent] {
        let position = windowCut.position(in: window, end: end)
        var events = try settleWords(of: &window, end: position, effort: policy.cuttingEffort)
        leadIn = window.leadIntoNext(end: position, policy: policy)
        var rest = SpeechWindow(start: position, leadIn: leadIn, policy: policy)
        rest.shown = window.shown
        self.window = rest
        previousEnd = position
        sound.drop(before: leadIn?.start ?? position)
        voice.drop(before: position)
        // What is on show beyond the cut must not vanish until the next decoding.
        if !rest.shown.isEmpty {
            events += try decode(rest, end: end, showsAll: false)
        }
        return events + progress(position)
    }

    /// Decodes up to `end` once more, drawn by nothing but what is settled, and settles all of it.
    private mutating func settleWords(
        of window: inout SpeechWindow, end: Int, effort: DecodeRequest.Effort
    ) throws -> [RecognitionEvent] {
        var hypothesis = try run(window, end: end, effort: effort)
        if window.leadIn != nil, !window.confirms(hypothesis) {
            hypothesis = try run(window, withLeadIn: false, end: end, effort: effort)
        }
        let hasPrefix = !window.tracker.settledTokens.isEmpty
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: hasPrefix)
        let seconds = Self.seconds(end - window.start)
        var events = languages.hear(hypothesis.language, seconds: seconds)
        events += languages.guess(hypothesis.language)
        events += languages.judge(hypothesis, seconds: seconds)
        let isWhole = window.decodedEnd >= end - Self.samples(policy.tail) && window.decodedEnd <= end
        let believed = window.tracker.believed(words, isWhole: isWhole)
        window.tracker.update(believed, end: end, isCareful: true, isFinal: true)
        let candidates = window.tracker.candidates
        let settled = zip(candidates, time(candidates, in: window, end: end)).map { $0.word(at: $1) }
        if !settled.isEmpty {
            isParagraphOpen = true
            events.append(.settled(settled))
        }
        return events
    }

    // MARK: Helpers

    private var windowCut: WindowCut {
        WindowCut(policy: policy, sound: sound, voice: voice)
    }

    private func run(
        _ window: SpeechWindow, withLeadIn: Bool = true, end: Int, effort: DecodeRequest.Effort
    ) throws -> Hypothesis {
        // Less than this holds no word, and the model would invent one.
        guard Self.seconds(end - window.start) >= 0.15 else {
            return Hypothesis()
        }
        let hasLeadIn = withLeadIn && effort != .quick && window.hasRoom(end: end, policy: policy)
        let leadIn = hasLeadIn ? window.leadIn : nil
        let samples = sound.slice((leadIn?.start ?? window.start)..<end)
        return try decoder.decode(
            DecodeRequest(
                samples: samples,
                prefix: (leadIn?.tokens ?? []) + window.tracker.settledTokens,
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
