import Foundation
public import ParlandoCore
import Synchronization

/// The sound with which a latency is measured: three bursts of noise, each another maximum-length sequence.
///
/// Because the bursts differ, a delay of any length has one explanation only. They begin and end softly, without a
/// click.
public struct CalibrationSound: Sendable {
    /// The number of bursts.
    public static let bursts = 3
    /// −12 dBFS.
    public static let amplitude: Float = 0.25
    /// In seconds. A room loses most of a burst meanwhile.
    private static let pause = 0.35
    /// In seconds.
    private static let fade = 0.01
    /// Up to this rate in Hz every sample is another value. At higher rates each is held for several samples, because
    /// loudspeakers play what is audible.
    private static let highestRate = 50_000

    /// In Hz.
    public let rate: Int
    /// Full scale ±1, shape `[bursts, frames]`.
    let waveforms: [[Float]]
    /// First frame of each burst.
    let starts: [Int]
    /// In Hz, up to which the noise is loud.
    let bandwidth: Double

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

    /// Length in frames.
    public var frames: Int {
        end(ofBurst: Self.bursts - 1)
    }

    /// Frames from the beginning of the sound to the end of a burst.
    public func end(ofBurst burst: Int) -> Int {
        starts[burst] + waveforms[burst].count
    }

    /// Shape `[frames]`.
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

    /// On the audio thread. Realtime-safe.
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

/// Maximum-length sequences: noise of two values whose correlation with itself is one sharp peak, so that it is found
/// again in sound as loud as it.
enum MaximumLengthSequence {
    /// Values of a sequence of order 15.
    static let length = (1 << order) - 1
    /// Taps of sequences that have nothing in common: x¹⁵ + xᵏ + 1 is primitive for these k.
    static let taps = [1, 4, 7]

    private static let order = 15

    /// Each 1 or −1, shape `[length]`.
    static func values(tap: Int) -> [Float] {
        var bits = [Bool](repeating: true, count: order)
        while bits.count < length {
            let next = bits.count - order
            bits.append(bits[next] != bits[next + tap])
        }
        return bits.map { $0 ? 1 : -1 }
    }
}
