/// Turns arriving sound into a transcript, one small step at a time.
///
/// A window of sound grows from the first speech frame. While it grows it is decoded again and again; words that
/// several decodings agree on settle at once, the rest is shown as the tentative tail. A pause ends the window, a
/// window that is too long is cut where the speaker is quietest. The words of a window that ended are weighed once more
/// before they settle, in pieces of work between the decodings of the next one. So the work a second does not depend on
/// how long the session lasts, and silence costs next to nothing.
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
    /// The window before, until its words are settled.
    private var ended: EndedWindow?
    private var tail = SteadyTail()
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
        if let window, let events = try isFinished ? settle(window) : follow(window) {
            return events
        }
        if let ended {
            return try weigh(ended) + show()
        }
        if window != nil {
            return nil
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
        guard let window else {
            if let onset = voice.onset {
                let start = max(onset - Self.samples(policy.preRoll), previousEnd, 0)
                self.window = SpeechWindow(start: start, policy: policy)
                return nil
            }
            return try watchSilence()
        }
        if voice.silence >= policy.pause {
            return try settle(window)
        }
        // Only a backlog gets here before a decoding cut the window: sound that waited for the model, or a file. Silence
        // does not count: it may be the end of the sentence.
        if Self.seconds(voice.lastSpeechEnd - window.start) >= policy.maximumWindow {
            return try cut(window, end: voice.position)
        }
        return nil
    }

    private mutating func watchSilence() throws -> [RecognitionEvent]? {
        if ended == nil {
            drop(before: voice.position - Self.samples(1))
        }
        guard isParagraphOpen || ended != nil, voice.silence >= policy.paragraphPause else {
            return nil
        }
        let events = try weighAll() + show()
        guard isParagraphOpen else {
            return events
        }
        isParagraphOpen = false
        return events + [.paragraphEnded]
    }

    // MARK: Decoding a window that grows

    /// Cuts the window or decodes what is new of it. Returns nil when neither is due.
    private mutating func follow(_ window: SpeechWindow) throws -> [RecognitionEvent]? {
        if isToBeCut(window) {
            return try cut(window, end: window.decodedEnd)
        }
        let available = sound.end
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
        let request = request(window, end: end, effort: reconsiders ? .careful : .quick)
        let hypothesis = request.samples.count < Self.leastSound ? Hypothesis() : try decoder.decode(request)
        if reconsiders {
            window.reconsideredEnd = end
        } else {
            smoothedCost = 0.5 * smoothedCost + 0.5 * hypothesis.cost
        }
        let words = HallucinationGuard.filter(hypothesis, hasPrefix: !window.tracker.settledTokens.isEmpty)
        window.tracker.update(words, end: end, isFinal: showsAll || reconsiders)
        window.decodedEnd = end
        var events = languages.hear(hypothesis.language, seconds: Self.seconds(end - window.start))
        let spoken = window.words(of: window.tracker.candidates, end: end, voice: voice)
        let limit = reconsiders ? Self.seconds(end) - policy.trustedAge : 0
        let trusted = spoken.prefix { $0.probability >= policy.trustedProbability && $0.end <= limit }
        // What was said before settles first.
        let count = ended == nil ? window.tracker.settle(end: end, trusted: trusted.count).count : 0
        if count > 0 {
            events.append(settled(Array(spoken[..<count])))
            window.settledEnd = Int((spoken[count - 1].end * Double(AudioBlock.sampleRate)).rounded(.up))
        }
        let shown = showsAll ? spoken.count : count + window.tracker.stableCount
        window.shown = Array(spoken[count..<shown])
        self.window = window
        return events + show() + progress(end)
    }

    // MARK: Settling

    private mutating func settle(_ window: SpeechWindow) throws -> [RecognitionEvent] {
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        self.window = nil
        let events = try conclude(window, at: end, effort: policy.settlingEffort)
        previousEnd = voice.lastSpeechEnd + Self.samples(policy.tail) / 2
        voice.endUtterance()
        return events + show() + progress(isFinished && !voice.hasUnseenFrames ? sound.end : voice.position)
    }

    /// Ends the window at the quietest place and goes on with the rest as a new one.
    private mutating func cut(_ window: SpeechWindow, end: Int) throws -> [RecognitionEvent] {
        let position =
            shortPause(in: window, end: end)
            ?? QuietestCut.position(in: cutRange(of: window, end: end), sound: sound, voice: voice)
        let effort = smoothedCost <= policy.longestQuickDecoding ? policy.cuttingEffort : .careful
        let events = try conclude(window, at: position, effort: effort)
        let rest = SpeechWindow(start: position, policy: policy)
        self.window = rest
        previousEnd = position
        drop(before: ended?.window.start ?? position)
        // What is on show beyond the cut must not vanish until the next decoding.
        guard window.shown.isEmpty else {
            return try events + decode(rest, end: sound.end, showsAll: false)
        }
        return events + show() + progress(position)
    }

    /// Begins to weigh the words of a window whose sound is complete, in place of the one before.
    private mutating func conclude(
        _ window: SpeechWindow, at end: Int, effort: DecodeRequest.Effort
    ) throws -> [RecognitionEvent] {
        let events = try weighAll()
        let request = request(window, end: end, effort: effort)
        guard request.samples.count >= Self.leastSound else {
            return events
        }
        return try events + weigh(EndedWindow(window: window, end: end, deliberation: decoder.deliberate(request)))
    }

    /// Settles the words of the window that ended, if there is one.
    private mutating func weighAll() throws -> [RecognitionEvent] {
        var events: [RecognitionEvent] = []
        while let ended {
            events += try weigh(ended)
        }
        return events
    }

    /// Does the next piece of work on the window that ended, and settles its words after the last.
    private mutating func weigh(_ original: EndedWindow) throws -> [RecognitionEvent] {
        var ended = original
        let answer = try ended.advance(voice: voice)
        self.ended = answer == nil ? ended : nil
        guard let answer else {
            return []
        }
        var events = languages.settle(answer, seconds: Self.seconds(ended.end - ended.window.start))
        if !ended.words.isEmpty {
            events.append(settled(ended.words))
        }
        return events
    }

    private func isToBeCut(_ window: SpeechWindow) -> Bool {
        let end = window.decodedEnd
        let length = Self.seconds(end - window.start)
        let choice = Self.seconds(cutRange(of: window, end: end).count)
        let isLong = length >= policy.maximumWindow || (length >= policy.longWindow && choice >= policy.cutChoice)
        return (isLong && quiet < policy.hush)
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

    // MARK: Helpers

    /// Seconds since somebody spoke.
    private var quiet: Double {
        Self.seconds(sound.end - voice.lastSpeechEnd)
    }

    private func request(_ window: SpeechWindow, end: Int, effort: DecodeRequest.Effort) -> DecodeRequest {
        DecodeRequest(
            samples: sound.slice(window.start..<end), prefix: window.tracker.settledTokens,
            expected: window.tracker.expectedTokens, language: languages.language, effort: effort)
    }

    private mutating func settled(_ words: [Word]) -> RecognitionEvent {
        tail.settle(words)
        isParagraphOpen = true
        return .settled(words)
    }

    /// Tells the tentative words where others are to be shown now.
    private mutating func show() -> [RecognitionEvent] {
        tail.hear((ended?.words ?? []) + (window?.shown ?? [])) ? [.partial(tail.words)] : []
    }

    /// Forgets sound that nothing needs any more.
    private mutating func drop(before position: Int) {
        sound.drop(before: position)
        voice.drop(before: position)
    }

    private mutating func progress(_ position: Int) -> [RecognitionEvent] {
        reported = position
        return [.progress(seconds: Self.seconds(position))]
    }

    /// Fewer samples than this hold no word, and the model would invent one.
    private static let leastSound = samples(0.15)

    private static func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    private static func samples(_ seconds: Double) -> Int {
        Int((seconds * Double(AudioBlock.sampleRate)).rounded())
    }
}
