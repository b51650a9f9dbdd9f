/// The speed at which this machine computes a model, measured with a model of a known shape.
public struct MachineSpeed: Sendable, Equatable {
    /// The shape that was measured.
    public let shape: ModelShape
    /// Seconds that the encoder took for a window of 30 s.
    public let encoding: Double
    /// Seconds that the decoder took for one token.
    public let decoding: Double

    public init(shape: ModelShape, encoding: Double, decoding: Double) {
        self.shape = shape
        self.encoding = encoding
        self.decoding = decoding
    }

    /// Seconds of sound in a window.
    private static let window = 30.0
    /// Number of tokens in 30 s of speech: 150 words a minute, and four tokens for three words.
    private static let tokens = 100.0

    /// Returns the speed at which a model of another shape recognises speech, as a multiple of real time. Estimates it
    /// from both measured times, scaled by the number of multiplications. 0 if no estimate is possible.
    public func factor(of other: ModelShape) -> Double {
        let encoder = encoding * other.encoderWork / shape.encoderWork
        let decoder = decoding * other.decoderWork / shape.decoderWork
        let seconds = encoder + Self.tokens * decoder
        return seconds > 0 && seconds.isFinite ? Self.window / seconds : 0
    }
}

/// Port: measures the speed and the available memory of this machine.
public protocol MachineMeter: Sendable {
    /// Returns the speed of this machine; nil if it cannot be measured. Computes for at most about two seconds, on a
    /// thread of its own.
    func speed() async -> MachineSpeed?

    /// Returns the bytes of memory that are available now, or nil if that is not known.
    func availableMemory() async -> Int64?
}
