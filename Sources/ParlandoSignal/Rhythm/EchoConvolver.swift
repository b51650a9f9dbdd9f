/// Convolves a stream with a long impulse response, block by block, by uniformly partitioned overlap-save convolution
/// (Stockham 1966). Silent blocks take hardly any processor time.
final class EchoConvolver {
    /// Number of frames in a block.
    static let block = 480

    private let transform: FourierTransform
    private let partitions: Int
    private var responses: [Float]
    private var inputs: [Float]
    private var isSilent: [Bool]
    private var sum: [Float]
    private let stride: Int

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter taps: length of the impulse response in frames.
    init?(taps: Int) {
        guard let transform = FourierTransform(size: 2 * Self.block) else {
            return nil
        }
        self.transform = transform
        stride = transform.spectrum.count
        partitions = (taps + Self.block - 1) / Self.block
        responses = [Float](repeating: 0, count: partitions * stride)
        inputs = responses
        isSilent = [Bool](repeating: true, count: partitions)
        sum = [Float](repeating: 0, count: stride)
    }

    /// Replaces the impulse response, shape `[taps]`.
    func use(_ response: [Float]) {
        for partition in 0..<partitions {
            let start = partition * Self.block
            for index in 0..<Self.block {
                transform.samples[index] = start + index < response.count ? response[start + index] : 0
                transform.samples[index + Self.block] = 0
            }
            transform.forward()
            for index in 0..<stride {
                responses[partition * stride + index] = transform.spectrum[index]
            }
        }
    }

    /// Adds the input of block `number`, counted from 0.
    ///
    /// - Parameter start: frame of the block's first sample in `sound`.
    func feed(_ sound: SoundHistory, start: Int, number: Int) {
        let slot = number % partitions
        isSilent[slot] = sound.peak(in: start - Self.block..<start + Self.block) == 0
        guard !isSilent[slot] else {
            return
        }
        sound.copy(from: start - Self.block, into: transform.samples)
        transform.forward()
        for index in 0..<stride {
            inputs[slot * stride + index] = transform.spectrum[index]
        }
    }

    /// Returns the output of block `number`, which has to be the newest one that was added. Valid until the next call.
    func output(number: Int) -> UnsafeMutableBufferPointer<Float>.SubSequence? {
        for index in 0..<stride {
            sum[index] = 0
        }
        var isAnything = false
        for partition in 0..<min(partitions, number + 1) {
            let slot = (number - partition) % partitions
            guard !isSilent[slot] else {
                continue
            }
            isAnything = true
            multiply(input: slot * stride, response: partition * stride)
        }
        guard isAnything else {
            return nil
        }
        for index in 0..<stride {
            transform.spectrum[index] = sum[index]
        }
        transform.inverse()
        return transform.samples[Self.block...]
    }

    private func multiply(input: Int, response: Int) {
        var index = 0
        while index < stride {
            let (xr, xi) = (inputs[input + index], inputs[input + index + 1])
            let (hr, hi) = (responses[response + index], responses[response + index + 1])
            sum[index] += xr * hr - xi * hi
            sum[index + 1] += xr * hi + xi * hr
            index += 2
        }
    }
}
