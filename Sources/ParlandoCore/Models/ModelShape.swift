/// The layer sizes of a speech model, which determine how much computation it needs.
public struct ModelShape: Sendable, Equatable, Codable {
    /// Embedding size: the number of values that represent a frame of sound or a token.
    public let width: Int
    /// Number of layers of the encoder.
    public let encoderLayers: Int
    /// Number of layers of the decoder.
    public let decoderLayers: Int

    enum CodingKeys: String, CodingKey {
        case width
        case encoderLayers = "encoder-layers"
        case decoderLayers = "decoder-layers"
    }

    public init(width: Int, encoderLayers: Int, decoderLayers: Int) {
        self.width = width
        self.encoderLayers = encoderLayers
        self.decoderLayers = decoderLayers
    }

    /// Whether all sizes are in the range of real models.
    public var isPlausible: Bool {
        (64...8192).contains(width) && (1...128).contains(encoderLayers) && (1...128).contains(decoderLayers)
    }

    /// Number of encoder frames in the window of sound that a model processes at once.
    private static let frames = 1500.0
    /// Number of mel frequency bands in the input of Whisper's models.
    private static let bands = 80.0
    /// Number of tokens in the vocabulary of Whisper's English models.
    private static let vocabulary = 51_864.0

    /// Number of multiplications that the encoder needs for a window of sound: projections and feed-forward layers,
    /// attention between all frames, the two convolutions, and the keys and values for the decoder's cross-attention.
    var encoderWork: Double {
        let (width, frames) = (Double(width), Self.frames)
        let layer = 12 * width * width * frames + 2 * frames * frames * width
        let convolutions = 6 * Self.bands * width * frames + 3 * width * width * frames
        return Double(encoderLayers) * layer + convolutions + Double(decoderLayers) * 2 * width * width * frames
    }

    /// Number of multiplications that the decoder needs for one token.
    var decoderWork: Double {
        let width = Double(width)
        let layer = 14 * width * width + 2 * Self.frames * width
        return Double(decoderLayers) * layer + Self.vocabulary * width
    }
}
