public import ParlandoCore

/// Divides incoming sound at pauses into utterances that can be recognised separately. Each sample of speech belongs to
/// exactly one utterance.
///
/// Free of side effects except in the voice activity detector, which blocks while it computes. Not safe for concurrent
/// use.
public struct UtteranceCutter {
    /// Minimum length of an utterance, in seconds, to be cut at the next short pause. Text then appears soon after the
    /// speech, and each utterance is still long enough to be recognised without context.
    private static let soft = 5.0
    /// Minimum length of a short pause at which a long utterance is cut, in seconds.
    private static let shortPause = 0.25
    /// Length at which an utterance without pauses is cut at its quietest position, in seconds.
    private static let longest = 15.0

    private let gate: any SpeechGate
    private let policy: LivePolicy
    private var sound = SoundBuffer()
    private var voice: VoiceTracker
    /// Samples not yet passed to the voice activity detector, fewer than a frame.
    private var rest: [Float] = []
    /// Start of the current utterance, in samples since the session began; nil during silence.
    private var start: Int?
    /// End of the previous utterance, in samples since the session began. The pre-roll of the next utterance must not
    /// begin before this position.
    private var previousEnd = 0
    private var beginsParagraph = false

    public init(gate: any SpeechGate, policy: LivePolicy = LivePolicy()) {
        self.gate = gate
        self.policy = policy
        voice = VoiceTracker(policy: policy, frameLength: gate.frameLength)
        gate.reset()
    }

    /// Position, in samples, before which all sound is silence or has been returned in utterances.
    public var doneUpTo: Int {
        start ?? max(previousEnd, voice.position - Self.samples(policy.preRoll) - 2 * gate.frameLength)
    }

    /// Adds samples (mono, 16 kHz). Returns the utterances that are now complete.
    public mutating func append(_ samples: [Float]) throws -> [Utterance] {
        sound.append(samples)
        rest += samples
        let whole = rest.count / gate.frameLength * gate.frameLength
        guard whole > 0 else {
            return []
        }
        voice.append(try gate.probabilities(of: Array(rest[..<whole])))
        rest.removeFirst(whole)
        return follow()
    }

    /// Marks the end of the sound. Returns the remaining utterances.
    public mutating func finish() throws -> [Utterance] {
        var result: [Utterance] = []
        if !rest.isEmpty {
            // The last, partial frame is padded with silence for voice activity detection only. The sound itself stays
            // as it is.
            rest += [Float](repeating: 0, count: gate.frameLength - rest.count)
            voice.append(try gate.probabilities(of: rest))
            rest = []
            result = follow()
        }
        if start != nil {
            result.append(endOfSpeech())
        }
        return result
    }

    private mutating func follow() -> [Utterance] {
        var result: [Utterance] = []
        while voice.hasUnseenFrames {
            voice.advance()
            guard let start else {
                waitForSpeech()
                continue
            }
            if voice.silence >= policy.pause {
                result.append(endOfSpeech())
            } else if let position = placeToCut(from: start) {
                result.append(take(start..<position))
                self.start = position
                sound.drop(before: position)
                voice.drop(before: position)
            }
        }
        return result
    }

    private mutating func waitForSpeech() {
        if let onset = voice.onset {
            start = max(onset - Self.samples(policy.preRoll), previousEnd, 0)
            return
        }
        beginsParagraph = beginsParagraph || (previousEnd > 0 && voice.silence >= policy.paragraphPause)
        let keep = voice.position - Self.samples(1)
        sound.drop(before: keep)
        voice.drop(before: keep)
    }

    /// Returns the position at which to cut a long utterance that began at `start`, in samples; nil if the utterance
    /// may grow further.
    private func placeToCut(from start: Int) -> Int? {
        let end = voice.position
        guard end - start >= Self.samples(Self.soft) else {
            return nil
        }
        // The cut is neither in the first half nor so late that only a fragment of a word would be left.
        let upper = end - Self.samples(0.6)
        let range = min(start + (end - start) / 2, upper)..<upper
        if let pause = voice.lastPause(in: range, atLeast: Self.samples(Self.shortPause)) {
            return pause
        }
        return end - start >= Self.samples(Self.longest)
            ? QuietestCut.position(in: range, sound: sound, voice: voice) : nil
    }

    private mutating func endOfSpeech() -> Utterance {
        let end = min(voice.lastSpeechEnd + Self.samples(policy.tail), sound.end)
        let result = take((start ?? end)..<max(start ?? end, end))
        start = nil
        previousEnd = result.end
        voice.endUtterance()
        return result
    }

    private mutating func take(_ range: Range<Int>) -> Utterance {
        defer { beginsParagraph = false }
        return Utterance(start: range.lowerBound, samples: sound.slice(range), beginsParagraph: beginsParagraph)
    }

    private static func samples(_ seconds: Double) -> Int {
        Int((seconds * Double(AudioBlock.sampleRate)).rounded())
    }
}
