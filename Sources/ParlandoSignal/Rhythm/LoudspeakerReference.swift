import Foundation
public import ParlandoCore

/// The played sound, aligned with the microphone's time, for `StrokeDetector`.
///
/// The rate follows the clock fits of both streams, but the position only on request (`anchorAnew`): the delay that a
/// sound server reports jumps by milliseconds although every sample arrives. Not thread-safe, and not for the audio
/// thread.
public final class LoudspeakerReference {
    /// Of played sound that is stored.
    public static let storedSeconds = 8
    private let playbackRate: Int
    private let played: SoundHistory
    private let interpolator: SincInterpolator
    private var position: Double?
    private var mustAnchor = false
    private var expected = 0
    /// Playback frames per capture frame.
    private var pace = 1.0

    public init(playbackRate: Int, captureRate: Int) {
        self.playbackRate = playbackRate
        played = SoundHistory(frames: Self.storedSeconds * playbackRate)
        interpolator = SincInterpolator(cutoff: min(1, Double(captureRate) / Double(playbackRate)))
    }

    /// Frames that were skipped before `frame` count as silence.
    public func add(_ samples: [Float], at frame: Int) {
        while played.end < frame {
            played.append(0)
        }
        samples.dropFirst(max(0, played.end - frame)).withUnsafeBufferPointer { played.append($0) }
    }

    /// The playback frame up to which samples must have been added for the reference of a block.
    public func neededEnd(frame: Int, count: Int, capture: TimeMap, playback: TimeMap) -> Int {
        let end = start(of: frame, capture, playback) + Double(count) * playback.rate / capture.rate
        return Int(end.rounded(.up)) + SincInterpolator.taps
    }

    /// The sound due `StrokeDetector.referenceLead` after each sample of a block, at the capture rate, shape `[count]`.
    ///
    /// - Parameter frame: the block's first, in the capture stream.
    public func reference(frame: Int, count: Int, capture: TimeMap, playback: TimeMap) -> [Float] {
        let start = start(of: frame, capture, playback)
        pace = playback.rate / capture.rate
        let result = sound(from: start, count: count)
        position = start + Double(count) * pace
        mustAnchor = false
        expected = frame + count
        return result
    }

    /// The playback frame that was due at a capture frame near the last reference; nil before the first one.
    public func due(at frame: Double) -> Double? {
        position.map { position in
            position - (Double(expected) - frame) * pace - StrokeDetector.referenceLead * Double(playbackRate)
        }
    }

    /// Goes back by this many capture frames, because as many more were requested than were captured.
    public func goBack(by frames: Int) {
        position = position.map { $0 - Double(frames) * pace }
        expected -= frames
    }

    /// The reference of the latest `count` captured frames by the current position.
    public func latest(_ count: Int) -> [Float] {
        sound(from: (position ?? 0) - Double(count) * pace, count: count)
    }

    private func sound(from start: Double, count: Int) -> [Float] {
        (0..<count).map { interpolator.value(of: played, at: start + Double($0) * pace) }
    }

    /// Moves on, because the sound arrives so much earlier than the reference says.
    public func moveOn(by seconds: Double) {
        position = position.map { $0 + seconds * Double(playbackRate) }
    }

    /// Makes the next reference take its position from the clock fits.
    public func anchorAnew() {
        mustAnchor = true
    }

    /// Playback frame.
    private func start(of frame: Int, _ capture: TimeMap, _ playback: TimeMap) -> Double {
        if let position, frame == expected, !mustAnchor {
            return position
        }
        return playback.frame(at: capture.time(of: Double(frame)).advanced(by: StrokeDetector.referenceLead))
    }
}

/// Plays a voice and records the samples with their frames for an ordinary thread.
public final class PlayedSound: AudioVoice {
    /// Of samples that wait to be fetched.
    private static let seconds = 4
    private static let runs = 4096

    private struct Run: BitwiseCopyable, Sendable {
        let frame: Int
        let count: Int
    }

    private let voice: any AudioVoice
    private let samples: SampleRing
    private let order = EventRing(minimumCapacity: runs, blank: Run(frame: 0, count: 0))

    public init(_ voice: any AudioVoice, rate: Int) {
        self.voice = voice
        samples = SampleRing(minimumCapacity: rate * Self.seconds)
    }

    /// On the audio thread. If the buffer is full, the block is not recorded. Realtime-safe.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        voice.render(into: target, at: frame)
        guard samples.capacity - samples.count >= target.count, order.count < order.capacity else {
            return
        }
        samples.write(UnsafeBufferPointer(target))
        _ = order.put(Run(frame: frame, count: target.count))
    }

    /// Moves the samples played since the last call into a reference. Returns the frame after the last one, or nil if
    /// nothing was played. Not thread-safe.
    public func move(into reference: LoudspeakerReference) -> Int? {
        var end: Int?
        while let run = order.take() {
            let sound = [Float](unsafeUninitializedCapacity: run.count) { room, count in
                count = samples.read(into: UnsafeMutableBufferPointer(rebasing: room[..<run.count]))
            }
            reference.add(sound, at: run.frame)
            end = run.frame + run.count
        }
        return end
    }
}

/// A Hann-windowed sinc function from a table.
final class SincInterpolator {
    static let taps = 32
    private static let phases = 512

    private let table: [Float]

    /// - Parameter cutoff: fraction of the band that passes, below 1 for reading at a lower rate.
    init(cutoff: Double) {
        let half = Double(Self.taps / 2)
        table = (0...Self.phases).flatMap { phase -> [Float] in
            let offset = Double(phase) / Double(Self.phases)
            let values = (0..<Self.taps).map { tap -> Double in
                let distance = Double(tap) - half + 1 - offset
                let angle = Double.pi * distance * cutoff
                let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
                return abs(distance) < half ? sinc * (0.5 + 0.5 * cos(.pi * distance / half)) : 0
            }
            let total = values.reduce(0, +)
            return values.map { Float($0 / total) }
        }
    }

    /// At a fractional frame.
    func value(of sound: SoundHistory, at frame: Double) -> Float {
        let whole = Int(frame.rounded(.down))
        let first = whole - Self.taps / 2 + 1
        let exact = (frame - Double(whole)) * Double(Self.phases)
        let phase = min(Int(exact), Self.phases - 1)
        let share = Float(exact - Double(phase))
        let row = phase * Self.taps
        var (low, high) = (Float(0), Float(0))
        for tap in 0..<Self.taps {
            let sample = sound[first + tap]
            low += sample * table[row + tap]
            high += sample * table[row + Self.taps + tap]
        }
        return low + share * (high - low)
    }
}
