import Foundation
public import ParlandoCore

/// Divides incoming sound at pauses into utterances that can be recognised separately. Each sample of speech belongs to
/// exactly one. Positions count samples since the session began. The detector blocks while it computes. Not safe for
/// concurrent use.
public struct UtteranceCutter {
    /// In seconds, from which on the next short pause ends an utterance. Text then appears soon, and each utterance is
    /// long enough to be recognised without context.
    private static let soft = 5.0
    /// In seconds.
    private static let shortPause = 0.25
    /// In seconds. An utterance without pauses is then cut at its quietest position.
    private static let longest = 15.0

    private let policy: LivePolicy
    private var sound = SoundBuffer()
    private var voice: VoiceTracker
    private var frames: FrameFeed
    /// Nil during silence.
    private var start: Int?
    /// The pre-roll of the next utterance must not begin before.
    private var previousEnd = 0
    private var beginsParagraph = false

    public init(gate: any SpeechGate, policy: LivePolicy = LivePolicy()) {
        self.policy = policy
        voice = VoiceTracker(policy: policy, frameLength: gate.frameLength)
        frames = FrameFeed(gate)
    }

    /// Before this position, all sound is silence or has been returned.
    public var doneUpTo: Int {
        start ?? max(previousEnd, voice.position - Self.samples(policy.preRoll) - 2 * voice.frameLength)
    }

    /// Adds samples (mono, 16 kHz). Returns the utterances that are now complete.
    public mutating func append(_ samples: [Float]) throws -> [Utterance] {
        sound.append(samples)
        voice.append(try frames.append(samples))
        return follow()
    }

    /// Marks the end of the sound. Returns the remaining utterances.
    public mutating func finish() throws -> [Utterance] {
        voice.append(try frames.finish())
        var result = follow()
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

    /// Where to cut a long utterance; nil if it may grow further.
    private func placeToCut(from start: Int) -> Int? {
        let end = voice.position
        guard end - start >= Self.samples(Self.soft) else {
            return nil
        }
        // Neither in the first half nor so late that only a fragment of a word would be left.
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

/// Detects the end of an utterance. Not safe for concurrent use.
public struct UtteranceEnd {
    /// Samples of a frame without a detector, as in Silero's.
    private static let frameLength = 512

    private let gate: (any SpeechGate)?
    private let limit: Int
    /// Mean square of a frame that is not silence.
    private let power: Double
    private var voice: VoiceTracker
    private var rest: [Float] = []
    private var isOver = false

    /// - Parameters:
    ///   - silence: seconds without speech that end an utterance.
    ///   - level: dBFS below which sound is silence if there is no detector.
    public init(silence: Double, level: Double, gate: (any SpeechGate)?) {
        self.gate = gate
        // The loudest sine has a mean square of one half.
        power = pow(10, level / 10) / 2
        limit = Int(silence * Double(AudioBlock.sampleRate))
        voice = VoiceTracker(policy: LivePolicy(), frameLength: gate?.frameLength ?? Self.frameLength)
        gate?.reset()
    }

    /// Adds samples (mono, 16 kHz). Returns true once: when enough silence follows speech.
    public mutating func append(_ samples: [Float]) throws -> Bool {
        rest += samples
        let length = gate?.frameLength ?? Self.frameLength
        let whole = rest.count / length * length
        guard whole > 0, !isOver else {
            return false
        }
        let frames = Array(rest[..<whole])
        rest.removeFirst(whole)
        voice.append(try gate?.probabilities(of: frames) ?? loudness(of: frames))
        while voice.hasUnseenFrames {
            voice.advance()
            isOver = isOver || (voice.onset != nil && voice.position - voice.lastSpeechEnd >= limit)
        }
        voice.drop(before: voice.position)
        return isOver
    }

    /// 1 for each loud frame and 0 for each quiet one.
    private func loudness(of samples: [Float]) -> [Float] {
        stride(from: 0, to: samples.count, by: Self.frameLength).map { start in
            let squares = samples[start..<start + Self.frameLength].reduce(0) { $0 + Double($1) * Double($1) }
            return squares >= power * Double(Self.frameLength) ? 1 : 0
        }
    }
}
