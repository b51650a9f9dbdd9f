/// Makes one channel of many. Pure.
public enum Downmix {
    /// How many channels are listened to: on an interface with eighteen inputs the mean of all would bury the one
    /// microphone, and the first two are where people plug it in.
    static let channelsHeard = 2

    /// Writes the mean of the first two channels of each frame. Realtime-safe: yes.
    ///
    /// - Parameters:
    ///   - interleaved: shape `[frames × channels]`, full scale ±1; a sample that is no number counts as silence.
    ///   - mono: room for at least `frames` samples.
    /// - Returns: how many frames were written.
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
