import ParlandoCore
import ParlandoSignal
import Synchronization

/// Plays samples from a ring buffer, or silence if it is empty. Frame numbers are ignored, so that no sound is skipped.
final class SpeechVoice: AudioVoice {
    /// Seconds of silence before the first sound, because sound servers swallow the first 10 ms of a stream.
    private static let leadIn = 0.02

    /// Samples to play, at the device's rate. Written by the feeding thread, read by the audio thread.
    let ring: SampleRing
    private let firstFrame: Int
    private let wantsSilence = Atomic<Bool>(false)
    /// Bit pattern of the gain at the end of the last block. Used by the audio thread only.
    private let gain = Atomic<UInt32>(Float(1).bitPattern)
    private let taken = Atomic<Int>(0)
    private let end = Atomic<Int>(0)

    /// - Parameter seconds: capacity of the ring buffer in seconds.
    init(rate: Int, seconds: Double) {
        firstFrame = Int(Double(rate) * Self.leadIn)
        ring = SampleRing(minimumCapacity: Int(Double(rate) * seconds))
    }

    /// Number of samples read from the ring buffer so far.
    var samplesTaken: Int {
        taken.load(ordering: .acquiring)
    }

    /// Stream frame after the last one that contained sound.
    var soundEnd: Int {
        end.load(ordering: .acquiring)
    }

    /// Pauses or resumes the sound from the next block on.
    func pause(_ isPaused: Bool) {
        wantsSilence.store(isPaused, ordering: .relaxed)
    }

    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        let from = Float(bitPattern: gain.load(ordering: .relaxed))
        let to: Float = wantsSilence.load(ordering: .relaxed) ? 0 : 1
        let isSilent = frame < firstFrame || (from == 0 && to == 0)
        let got = isSilent ? 0 : ring.read(into: target)
        if from != to, !isSilent {
            // The gain changes over one block to avoid a click.
            for index in 0..<got {
                target[index] *= from + (to - from) * Float(index + 1) / Float(got)
            }
            gain.store(to.bitPattern, ordering: .relaxed)
        }
        for index in got..<target.count {
            target[index] = 0
        }
        if got > 0 {
            end.store(frame + got, ordering: .relaxed)
            taken.add(got, ordering: .releasing)
        }
    }
}
