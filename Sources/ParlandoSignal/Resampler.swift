import CSampleRate
public import ParlandoCore

/// Resamples audio from any rate and number of channels to mono at another rate, block by block.
///
/// The converter is libsamplerate's `SRC_SINC_MEDIUM_QUALITY` (121 dB, 90 % bandwidth). However the sound is cut into
/// blocks, `process` and `finish` together return exactly `expectedCount(_:rate:to:)` samples, aligned with the input.
/// Not thread-safe.
public final class Resampler {
    /// Frames converted at a time.
    private static let chunk = 4096
    /// Silent chunks to flush the filter, enough for the greatest ratio.
    private static let longestTail = 64

    private let channels: Int
    private let rate: Int
    private let target: Int
    private let state: OpaquePointer?
    private var framesIn = 0
    private var samplesOut = 0
    private var output: [Float]

    /// - Parameters: The initialiser returns nil if it is more than 256 times the target or less than 1/256 of it,
    ///   which is libsamplerate's limit.
    ///   - channels: number of interleaved channels in the input, at least 1. `Downmix` mixes them to mono.
    ///   - target: sample rate of the output in Hz.
    public init?(rate: Int, channels: Int, to target: Int = AudioBlock.sampleRate) {
        guard channels > 0, rate > 0, target > 0, src_is_valid_ratio(Double(target) / Double(rate)) != 0 else {
            return nil
        }
        self.rate = rate
        self.target = target
        self.channels = channels
        output = [Float](repeating: 0, count: Int(Double(Self.chunk) * Double(target) / Double(rate)) + 64)
        guard rate != target else {
            state = nil  // Nothing to convert: the samples pass unchanged.
            return
        }
        var error: Int32 = 0
        state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &error)
        guard state != nil else {
            return nil
        }
    }

    deinit {
        if let state {
            src_delete(state)
        }
    }

    /// Output samples for these input frames: their duration, rounded to the nearest sample.
    public static func expectedCount(_ frames: Int, rate: Int, to target: Int = AudioBlock.sampleRate) -> Int {
        let (quotient, remainder) = frames.quotientAndRemainder(dividingBy: rate)
        return quotient * target + (remainder * target + rate / 2) / rate
    }

    /// Adds whole interleaved frames, full scale ±1. Returns the mono samples available so far.
    public func process(_ interleaved: UnsafeBufferPointer<Float>) -> [Float] {
        framesIn += interleaved.count / channels
        return convert(interleaved, channels: channels)
    }

    /// Returns the samples still in the filter. Ends the use of the resampler.
    public func finish() -> [Float] {
        let silence = [Float](repeating: 0, count: Self.chunk)
        let total = Self.expectedCount(framesIn, rate: rate, to: target)
        var rest: [Float] = []
        for _ in 0..<Self.longestTail where samplesOut < total {
            let more = silence.withUnsafeBufferPointer { convert($0, channels: 1) }
            rest += more.prefix(total - (samplesOut - more.count))
        }
        return rest
    }

    private func convert(_ interleaved: UnsafeBufferPointer<Float>, channels: Int) -> [Float] {
        var result: [Float] = []
        let frames = interleaved.count / channels
        result.reserveCapacity(Self.expectedCount(frames, rate: rate, to: target) + 64)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.chunk) { mono in
            mono.initialize(repeating: 0)
            for start in stride(from: 0, to: frames, by: Self.chunk) {
                let end = min(start + Self.chunk, frames)
                let part = UnsafeBufferPointer(rebasing: interleaved[start * channels..<end * channels])
                let count = Downmix.mono(part, channels: channels, into: mono)
                convert(UnsafeBufferPointer(rebasing: mono[0..<count]), into: &result)
            }
        }
        samplesOut += result.count
        return result
    }

    private func convert(_ mono: UnsafeBufferPointer<Float>, into result: inout [Float]) {
        guard let state else {
            result += mono
            return
        }
        var position = 0
        var made = 0
        var failed = false
        repeat {
            var data = SRC_DATA()
            data.data_in = mono.baseAddress.map { $0 + position }
            data.input_frames = mono.count - position
            data.src_ratio = Double(target) / Double(rate)
            made = output.withUnsafeMutableBufferPointer { room in
                data.data_out = room.baseAddress
                data.output_frames = room.count
                failed = src_process(state, &data) != 0
                return data.output_frames_gen
            }
            result += output[0..<made]
            position += data.input_frames_used
        } while !failed && (position < mono.count || made == output.count)
    }
}

/// Mixes several channels to mono.
public enum Downmix {
    /// On an interface with eighteen inputs the mean of all would bury the only microphone, which people usually plug
    /// into one of the first two.
    static let channelsHeard = 2

    /// Writes the mean of the first two channels of each frame. Realtime-safe.
    ///
    /// - Parameters:
    ///   - interleaved: shape `[frames × channels]`; NaN counts as silence.
    ///   - mono: room for `frames` samples.
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
