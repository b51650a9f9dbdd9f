/// Cost of computations with tiny.en, in processor seconds on one core. Measured with one thread on an idle AMD EPYC
/// with AVX-512 BF16: encoder 83 ms for 300 frames, 177 for 600, 543 for 1,500, times 0.75 for bfloat16; decoder 2.7 ms
/// for one token, 41 for 40. Used by simulations only.
enum DecodingCost {
    static func encoding(frames: Int) -> Double {
        let frames = Double(frames)
        return 0.75 * (2.45e-4 * frames + 7.7e-8 * frames * frames)
    }

    static func decoding(tokens: Int) -> Double {
        0.0018 + 0.001 * Double(tokens)
    }
}
