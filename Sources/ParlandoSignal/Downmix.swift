/// Mixes several channels to mono. Free of side effects.
public enum Downmix {
    /// Maximum number of channels in the mix. On an interface with eighteen inputs the mean of all would bury the only
    /// microphone, and people usually plug it into one of the first two.
    static let channelsHeard = 2

    /// Writes the mean of the first two channels of each frame. Realtime-safe.
    ///
    /// - Parameters:
    ///   - interleaved: samples of shape `[frames × channels]`, full scale ±1; NaN counts as silence.
    ///   - mono: buffer for at least `frames` samples.
    /// - Returns: number of frames written.
    @discardableResult
    public static func mono(
        _ interleaved: UnsafeBufferPointer<Float>, channels: Int, into mono: UnsafeMutableBufferPointer<Float>
    ) -> Int {
        let frames = min(interleaved.count / max(channels, 1), mono.count)
        let heard = min(channels, channelsHeard)
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<heard {
                sum += interleaved[frame * channels + channel]
            }
            mono[frame] = sum.isFinite ? sum / Float(heard) : 0
        }
        return frames
    }
}
