import Foundation
public import ParlandoCore

/// What was played, laid on the time line of the microphone: the reference that `StrokeDetector` and `LatencyMeter`
/// ask for.
///
/// The playback side adds what it rendered, with its frames; the capture side asks for the reference of each block.
/// Position and speed follow the fitted lines of both streams smoothly, so that a line that was fitted anew does not
/// tear the sound; only a jump of more than 2 ms (an xrun) is followed at once. Holds five seconds. Not for two threads
/// at once; not for the audio thread.
public final class LoudspeakerReference {
    private static let jump = 0.002
    /// Seconds in which a deviation from the fitted lines is made up for.
    private static let calm = 5.0

    private let playbackRate: Int
    private let played: SoundHistory
    private let interpolator: SincInterpolator
    private var position: Double?
    private var expected = 0

    /// - Parameters:
    ///   - playbackRate: nominal, in Hz.
    ///   - captureRate: nominal, in Hz.
    public init(playbackRate: Int, captureRate: Int) {
        self.playbackRate = playbackRate
        played = SoundHistory(frames: 5 * playbackRate)
        interpolator = SincInterpolator(cutoff: min(1, Double(captureRate) / Double(playbackRate)))
    }

    /// Adds what was rendered from `frame` of the playback stream on; what was left out before it was silent.
    public func add(_ samples: [Float], at frame: Int) {
        while played.end < frame {
            played.append(0)
        }
        samples.dropFirst(max(0, played.end - frame)).withUnsafeBufferPointer { played.append($0) }
    }

    /// The frames of the playback stream that must have been added before the reference of a block can be had.
    public func neededEnd(frame: Int, count: Int, capture: TimeMap, playback: TimeMap) -> Int {
        let time = capture.time(of: Double(frame + count)).advanced(by: StrokeDetector.referenceLead)
        return Int(playback.frame(at: time).rounded(.up)) + SincInterpolator.taps
    }

    /// The reference of a block: what is due `StrokeDetector.referenceLead` after each of its samples, at its rate.
    ///
    /// - Parameters:
    ///   - frame: of the first sample of the block, in the capture stream.
    ///   - count: length of the block in frames.
    ///   - capture: the line of the capture stream.
    ///   - playback: the line of the playback stream.
    /// - Returns: shape `[count]`.
    public func reference(frame: Int, count: Int, capture: TimeMap, playback: TimeMap) -> [Float] {
        let time = capture.time(of: Double(frame)).advanced(by: StrokeDetector.referenceLead)
        let fitted = playback.frame(at: time)
        let step = playback.rate / capture.rate
        var start = fitted
        if let position, frame == expected, abs(fitted - position) < Self.jump * Double(playbackRate) {
            start = position
        }
        let correction = (fitted - start) / (Self.calm * capture.rate)
        let pace = step + correction
        let result = (0..<count).map { interpolator.value(of: played, at: start + Double($0) * pace) }
        position = start + Double(count) * pace
        expected = frame + count
        return result
    }
}
