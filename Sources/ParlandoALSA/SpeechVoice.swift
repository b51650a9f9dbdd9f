import ParlandoCore
import ParlandoSignal
import Synchronization

/// Plays what lies in a ring, and silence where there is nothing. Whatever number a frame has, no sound is left out.
final class SpeechVoice: AudioVoice {
    /// Seconds of silence before the first sound: sound servers swallow the first hundredth of a stream.
    private static let leadIn = 0.02

    /// What is to be played, at the device's rate. Written by the feeding thread, read by the audio thread.
    let ring: SampleRing
    private let firstFrame: Int
    private let wantsSilence = Atomic<Bool>(false)
    /// Bits of the gain that the last block ended with; the audio thread's own.
    private let gain = Atomic<UInt32>(Float(1).bitPattern)
    private let taken = Atomic<Int>(0)
    private let end = Atomic<Int>(0)

    /// - Parameter seconds: that the ring holds.
    init(rate: Int, seconds: Double) {
        firstFrame = Int(Double(rate) * Self.leadIn)
        ring = SampleRing(minimumCapacity: Int(Double(rate) * seconds))
    }

    /// Samples that were taken from the ring so far.
    var samplesTaken: Int {
        taken.load(ordering: .acquiring)
    }

    /// Frame of the stream after the last one that had sound in it.
    var soundEnd: Int {
        end.load(ordering: .acquiring)
    }

    /// Holds the sound, or lets it go on, from the next block on.
    func pause(_ isPaused: Bool) {
        wantsSilence.store(isPaused, ordering: .relaxed)
    }

    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        let from = Float(bitPattern: gain.load(ordering: .relaxed))
        let to: Float = wantsSilence.load(ordering: .relaxed) ? 0 : 1
        let isSilent = frame < firstFrame || (from == 0 && to == 0)
        let got = isSilent ? 0 : ring.read(into: target)
        if from != to, !isSilent {
            // Over one block, so that there is no click.
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
