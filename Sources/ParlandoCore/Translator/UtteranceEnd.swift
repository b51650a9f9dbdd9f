import Foundation

/// Notices that somebody who spoke has stopped. Pure but for the gate; not safe for concurrent use.
public struct UtteranceEnd {
    /// Samples in which loudness is judged where there is no gate: as many as Silero takes.
    private static let frameLength = 512

    private let gate: (any SpeechGate)?
    private let limit: Int
    /// Mean square of the quietest frame that is no silence.
    private let power: Double
    private var voice: VoiceTracker
    private var rest: [Float] = []
    private var isOver = false

    /// - Parameters:
    ///   - silence: seconds without speech that end an utterance.
    ///   - level: where there is no gate: what is below is silence, in dB of full scale (0 is the loudest sine).
    ///   - gate: what tells speech from everything else, nil: loudness does.
    public init(silence: Double, level: Double, gate: (any SpeechGate)?) {
        self.gate = gate
        // The loudest sine has a mean square of one half.
        power = pow(10, level / 10) / 2
        limit = Int(silence * Double(AudioBlock.sampleRate))
        voice = VoiceTracker(policy: LivePolicy(), frameLength: gate?.frameLength ?? Self.frameLength)
        gate?.reset()
    }

    /// Takes in more sound. True, once, when somebody spoke and then was silent for long enough.
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

    /// 1 for a loud frame, 0 for a quiet one.
    private func loudness(of samples: [Float]) -> [Float] {
        stride(from: 0, to: samples.count, by: Self.frameLength).map { start in
            let squares = samples[start..<start + Self.frameLength].reduce(0) { $0 + Double($1) * Double($1) }
            return squares >= power * Double(Self.frameLength) ? 1 : 0
        }
    }
}
