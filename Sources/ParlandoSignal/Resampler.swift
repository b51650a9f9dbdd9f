import CSampleRate
public import ParlandoCore

/// Turns sound of any rate and channel count into mono at another rate, bit by bit.
///
/// The converter is libsamplerate's `SRC_SINC_MEDIUM_QUALITY` (121 dB, passes 90 % of the band). However the sound is
/// cut into pieces, `process` and `finish` together give exactly `expectedCount(_:rate:to:)` samples, in time with the
/// input: the delay of the filter is made up for. For one thread at a time.
public final class Resampler {
    /// Frames converted at a time; bounds the working memory, not the input.
    private static let chunk = 4096
    /// Chunks of silence that push out the last sample at the greatest ratio, with plenty to spare.
    private static let longestTail = 64

    private let channels: Int
    private let rate: Int
    private let target: Int
    private let state: OpaquePointer?
    private var framesIn = 0
    private var samplesOut = 0
    private var output: [Float]

    /// - Parameters:
    ///   - rate: of the input in Hz. Nil is returned when it is more than 256 times too high or too low, libsamplerate's
    ///     limit.
    ///   - channels: interleaved in the input, at least 1. See `Downmix` for those that are heard.
    ///   - target: rate of the output in Hz.
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

    /// How many samples so many frames become: their duration at the rate of the output, to the nearest sample.
    public static func expectedCount(_ frames: Int, rate: Int, to target: Int = AudioBlock.sampleRate) -> Int {
        let (quotient, remainder) = frames.quotientAndRemainder(dividingBy: rate)
        return quotient * target + (remainder * target + rate / 2) / rate
    }

    /// Converts whole interleaved frames, full scale ±1; gives what the filter lets go of so far, mono.
    public func process(_ interleaved: UnsafeBufferPointer<Float>) -> [Float] {
        framesIn += interleaved.count / channels
        return convert(interleaved, channels: channels)
    }

    /// Gives what the filter still holds. After it the resampler is used up.
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
