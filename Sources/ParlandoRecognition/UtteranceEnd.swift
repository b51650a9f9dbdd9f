import Foundation
import ParlandoCore

/// Detects the end of an utterance. Free of side effects except in the voice activity detector. Not safe for concurrent
/// use.
public struct UtteranceEnd {
    /// Number of samples in a frame for measuring loudness if there is no voice activity detector. Silero's detector
    /// has the same frame length.
    private static let frameLength = 512

    private let gate: (any SpeechGate)?
    private let limit: Int
    /// Minimum mean square of the samples in a frame that is not silence.
    private let power: Double
    private var voice: VoiceTracker
    private var rest: [Float] = []
    private var isOver = false

    /// - Parameters:
    ///   - silence: seconds without speech that end an utterance.
    ///   - level: level in dBFS below which sound is silence if there is no detector; 0 is the loudest sine.
    ///   - gate: voice activity detector; nil to use loudness.
    public init(silence: Double, level: Double, gate: (any SpeechGate)?) {
        self.gate = gate
        // The loudest sine has a mean square of one half.
        power = pow(10, level / 10) / 2
        limit = Int(silence * Double(AudioBlock.sampleRate))
        voice = VoiceTracker(policy: LivePolicy(), frameLength: gate?.frameLength ?? Self.frameLength)
        gate?.reset()
    }

    /// Adds samples (mono, 16 kHz). Returns true only once: when the utterance ends, after speech and enough silence.
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

    /// Returns 1 for each loud frame and 0 for each quiet frame, in place of speech probabilities.
    private func loudness(of samples: [Float]) -> [Float] {
        stride(from: 0, to: samples.count, by: Self.frameLength).map { start in
            let squares = samples[start..<start + Self.frameLength].reduce(0) { $0 + Double($1) * Double($1) }
            return squares >= power * Double(Self.frameLength) ? 1 : 0
        }
    }
}
