import Foundation
public import ParlandoCore

/// What was played, laid on the time line of the microphone: the reference that `StrokeDetector` and `LatencyMeter`
/// ask for.
///
/// The playback side adds what it rendered, with its frames; the capture side asks for the reference of each block.
/// The speed follows the fitted lines of both streams; the position is taken from them once: what a sound server reports
/// of its delay wanders and jumps by milliseconds while every sample arrives, and a reference that went along would be
/// torn from the sound. Sound that a device lost is counted by both streams, so it moves nothing. Holds five seconds.
/// Not for two threads at once; not for the audio thread.
public final class LoudspeakerReference {
    private let playbackRate: Int
    private let played: SoundHistory
    private let interpolator: SincInterpolator
    private var position: Double?
    private var expected = 0
    /// Frames of the playback stream for each frame of the capture stream.
    private var pace = 1.0

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
        let end = start(of: frame, capture, playback) + Double(count) * playback.rate / capture.rate
        return Int(end.rounded(.up)) + SincInterpolator.taps
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
        let start = start(of: frame, capture, playback)
        pace = playback.rate / capture.rate
        let result = (0..<count).map { interpolator.value(of: played, at: start + Double($0) * pace) }
        position = start + Double(count) * pace
        expected = frame + count
        return result
    }

    /// The frame of the playback stream that was due at a frame of the capture stream, by the references that were made
    /// so far; nil before the first. For frames near the last reference.
    public func due(at frame: Double) -> Double? {
        position.map { position in
            position - (Double(expected) - frame) * pace - StrokeDetector.referenceLead * Double(playbackRate)
        }
    }

    /// Seconds by which the reference runs ahead of where these lines put it; nil before the first reference. Not zero
    /// when the position was taken from lines that did not stand firm yet.
    public func lead(capture: TimeMap, playback: TimeMap) -> Double? {
        position.map { position in
            let now = capture.time(of: Double(expected)).advanced(by: StrokeDetector.referenceLead)
            return (position - playback.frame(at: now)) / Double(playbackRate)
        }
    }

    /// Takes the position from the lines once more: it was not where the sound is.
    public func anchorAnew() {
        position = nil
    }

    /// The frame of the playback stream that the reference of a block begins with.
    private func start(of frame: Int, _ capture: TimeMap, _ playback: TimeMap) -> Double {
        if let position, frame == expected {
            return position
        }
        return playback.frame(at: capture.time(of: Double(frame)).advanced(by: StrokeDetector.referenceLead))
    }
}
