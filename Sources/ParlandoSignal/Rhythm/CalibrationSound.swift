import Foundation
public import ParlandoCore
import Synchronization

/// The sound with which a latency is measured: three bursts of noise, each another maximum-length sequence.
///
/// Because the bursts differ, each is recognised by itself, and a delay of any length has one explanation only. They
/// begin and end softly, so that they do not click. Free of side effects.
public struct CalibrationSound: Sendable {
    /// Number of bursts.
    public static let bursts = 3
    /// Amplitude of the noise, −12 dBFS.
    public static let amplitude: Float = 0.25
    /// Seconds between two bursts. A room loses most of a burst meanwhile.
    private static let pause = 0.35
    /// Seconds over which a burst grows and fades.
    private static let fade = 0.01
    /// Sample rate in Hz up to which every sample is another value of a sequence. At higher rates each value is held
    /// for several samples, because loudspeakers play what is audible.
    private static let highestRate = 50_000

    /// Sample rate in Hz.
    public let rate: Int
    /// Samples of each burst, full scale ±1, shape `[bursts, frames]`.
    let waveforms: [[Float]]
    /// Frames from the beginning of the sound to that of each burst.
    let starts: [Int]
    /// Frequency in Hz up to which the noise is loud.
    let bandwidth: Double

    /// - Parameter rate: sample rate in Hz.
    public init(rate: Int) {
        self.rate = rate
        let held = max(1, (rate + Self.highestRate - 1) / Self.highestRate)
        bandwidth = Double(rate) / Double(2 * held)
        let fade = Int(Self.fade * Double(rate))
        waveforms = MaximumLengthSequence.taps.map { tap in
            let values = MaximumLengthSequence.values(tap: tap)
            return (0..<values.count * held).map { frame in
                let edge = min(frame + 1, values.count * held - frame)
                let part = Float(0.5 - 0.5 * cos(.pi * Double(min(edge, fade)) / Double(max(fade, 1))))
                return Self.amplitude * values[frame / held] * (fade > 0 ? part : 1)
            }
        }
        let distance = MaximumLengthSequence.length * held + Int(Self.pause * Double(rate))
        starts = (0..<Self.bursts).map { $0 * distance }
    }

    /// Length of the whole sound in frames.
    public var frames: Int {
        end(ofBurst: Self.bursts - 1)
    }

    /// Returns the frames from the beginning of the sound to the end of a burst.
    ///
    /// - Parameter burst: index of the burst.
    public func end(ofBurst burst: Int) -> Int {
        starts[burst] + waveforms[burst].count
    }

    /// The whole sound, shape `[frames]`.
    public var samples: [Float] {
        var result = [Float](repeating: 0, count: frames)
        for (start, waveform) in zip(starts, waveforms) {
            result.replaceSubrange(start..<start + waveform.count, with: waveform)
        }
        return result
    }
}

/// Plays the sound of a calibration once. Silent until `begin`.
///
/// All methods except `render` are for ordinary threads and thread-safe. Each voice serves one opening of a device.
public final class CalibrationVoice: AudioVoice {
    private let samples: [Float]
    private let start = Atomic<Int>(.max)
    private let position = Atomic<Int>(0)

    public init(_ sound: CalibrationSound) {
        samples = sound.samples
    }

    /// The first frame that has not been rendered.
    public var nextFrame: Int {
        position.load(ordering: .acquiring)
    }

    /// Plays the sound from this frame of the playback stream on.
    public func begin(at frame: Int) {
        start.store(frame, ordering: .releasing)
    }

    /// Renders a block on the audio thread. Realtime-safe.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        target.update(repeating: 0)
        let start = start.load(ordering: .acquiring)
        if start < frame + target.count, start + samples.count > frame {
            let (first, last) = (max(start, frame), min(start + samples.count, frame + target.count))
            samples.withUnsafeBufferPointer { samples in
                for place in first..<last {
                    target[place - frame] = samples[place - start]
                }
            }
        }
        position.store(frame + target.count, ordering: .releasing)
    }
}
