/// Cuts arriving sound at pauses into stretches that can be recognised one by one: each sample of speech is in one of
/// them, and in one only.
///
/// Pure but for the gate, which blocks while it computes; not safe for concurrent use.
public struct UtteranceCutter {
    /// A stretch this long, in seconds, is cut at the next short pause: text follows the speaker, and each stretch is long
    /// enough to be understood by itself…
    private static let soft = 5.0
    /// …of at least this many seconds.
    private static let shortPause = 0.25
    /// A stretch this long is cut where the speaker is quietest.
    private static let longest = 15.0

    private let gate: any SpeechGate
    private let policy: LivePolicy
    private var sound = SoundBuffer()
    private var voice: VoiceTracker
    /// Sound not yet given to the gate: less than a frame.
    private var rest: [Float] = []
    /// Where the stretch begins that is growing, nil: nobody speaks.
    private var start: Int?
    /// End of the stretch before; the next one does not reach back over it.
    private var previousEnd = 0
    private var beginsParagraph = false

    public init(gate: any SpeechGate, policy: LivePolicy = LivePolicy()) {
        self.gate = gate
        self.policy = policy
        voice = VoiceTracker(policy: policy, frameLength: gate.frameLength)
        gate.reset()
    }

    /// Everything before this position has been handed out, or is silence.
    public var doneUpTo: Int {
        start ?? max(previousEnd, voice.position - Self.samples(policy.preRoll) - 2 * gate.frameLength)
    }

    /// Takes in more sound. Returns the stretches that it completes.
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

    /// No more sound comes. Returns what is left.
    public mutating func finish() throws -> [Utterance] {
        var result: [Utterance] = []
        if !rest.isEmpty {
            // The last, broken frame is judged with silence after it; the sound itself is not lengthened.
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

    /// Where a stretch that has grown long is to be cut, nil: it may go on growing.
    private func placeToCut(from start: Int) -> Int? {
        let end = voice.position
        guard end - start >= Self.samples(Self.soft) else {
            return nil
        }
        // Not in the first half, and not so late that the rest would be a broken word.
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
