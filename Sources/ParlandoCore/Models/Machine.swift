/// What is known of this computer before it has recognised any speech.
public struct Machine: Sendable {
    /// Number of threads that recognition uses, each on a processor core of its own.
    private let threads: Int
    /// Available memory in bytes; nil if unknown.
    private let memory: Int64?

    public init(threads: Int = 1, memory: Int64? = nil) {
        self.threads = threads
        self.memory = memory
    }

    /// Assumed multiplications per second of a processor core. An AMD EPYC does almost four times as many: 20e9 for a
    /// window of sound with tiny.en in 0.54 s (`DecodingCost`). The rest is for processors without its AVX-512, and for
    /// those that count each core twice.
    private static let coreSpeed = 1e10
    /// Speed that each thread after the first adds to the encoder, as measured with the second.
    private static let threadGain = 0.8
    /// Number of tokens in a window of speech, 30 s: 150 words a minute, and four tokens for three words.
    private static let tokens = 100.0
    /// Maximum time for a window of speech, in seconds, that leaves room for live dictation. It decodes the same sound
    /// several times a second, and later once more with more context.
    private static let patience = 2.5

    /// Whether a model is expected to keep up with live dictation, and fits into memory. False if the model's layer
    /// sizes are unknown.
    func suits(_ model: SpeechModel) -> Bool {
        guard let shape = model.shape, model.memory <= memory ?? .max else {
            return false
        }
        // One token is hardly faster with several threads: the weights have to come from memory.
        let encoder = shape.encoderWork / (1 + Self.threadGain * Double(threads - 1))
        return (encoder + Self.tokens * shape.decoderWork) / Self.coreSpeed <= Self.patience
    }
}
