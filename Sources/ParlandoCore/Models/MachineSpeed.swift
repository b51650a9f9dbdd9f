/// The speed at which this computer runs speech models, as measured with one model.
public struct MachineSpeed: Sendable, Equatable {
    /// Layer sizes of the model that was used for the measurement.
    public let shape: ModelShape
    /// Time that the encoder took for a window of 30 s of sound, in seconds.
    public let encoding: Double
    /// Time that the decoder took for one token, in seconds.
    public let decoding: Double

    public init(shape: ModelShape, encoding: Double, decoding: Double) {
        self.shape = shape
        self.encoding = encoding
        self.decoding = decoding
    }

    /// Duration of the window of sound that the encoder processes at once, in seconds.
    private static let window = 30.0
    /// Number of tokens in 30 s of speech: 150 words a minute, and four tokens for three words.
    private static let tokens = 100.0

    /// Returns the estimated speed at which a model with other layer sizes recognises speech, as a multiple of real
    /// time. Scales both measured times by the number of multiplications. Returns 0 if no estimate is possible.
    public func factor(of other: ModelShape) -> Double {
        let encoder = encoding * other.encoderWork / shape.encoderWork
        let decoder = decoding * other.decoderWork / shape.decoderWork
        let seconds = encoder + Self.tokens * decoder
        return seconds > 0 && seconds.isFinite ? Self.window / seconds : 0
    }
}

/// Port: measures the speed and the available memory of this computer.
public protocol MachineMeter: Sendable {
    /// Measures the speed of this computer; returns nil if it cannot be measured. The measurement takes about two
    /// seconds at most and runs on its own thread.
    func speed() async -> MachineSpeed?

    /// Returns the currently available memory in bytes, or nil if unknown.
    func availableMemory() async -> Int64?
}
