/// The speech models offered to the user for a language, one of which is recommended for this computer.
public struct ModelOffers: Sendable, Equatable {
    public struct Offer: Sendable, Equatable, Identifiable {
        public let model: SpeechModel
        /// Exactly one of the offers is recommended.
        public let isRecommended: Bool
        /// Seconds of speech that this computer recognizes in a second: measured, else estimated; nil if unknown.
        public let speed: Double?
        public let isMeasured: Bool

        public var id: String { model.name }
    }

    /// Models for the language, smallest first.
    public let offers: [Offer]
    /// Every speech model, in the order of the catalogue.
    public let all: [Offer]

    /// Offers the models that fit the language (ISO 639-1), and recommends the largest one that suits this computer. A
    /// model that is too slow all the same delays the text, and the page says so (`RecognitionWarning.fallingBehind`).
    ///
    /// - Parameter speeds: as measured so far, by the names of the models.
    public init(_ catalogue: [SpeechModel], language: String, machine: Machine, speeds: [String: Double] = [:]) {
        let speech = catalogue.filter { $0.kind == .speech }
        let fitting = speech.filter { $0.isMultilingual == (language != "en") }
        let models = (fitting.isEmpty ? speech : fitting).sorted { $0.bytes < $1.bytes }
        let recommended = (models.last { machine.suits($0, measured: speeds[$0.name]) } ?? models.first)?.name
        let all = speech.map { model in
            let measured = speeds[model.name]
            return Offer(
                model: model, isRecommended: model.name == recommended, speed: measured ?? machine.speed(of: model),
                isMeasured: measured != nil)
        }
        offers = models.compactMap { model in all.first { $0.id == model.name } }
        self.all = all
    }

    public var recommended: SpeechModel? {
        offers.first(where: \.isRecommended)?.model
    }
}

extension SpeechModel {
    /// Estimated memory in bytes: the weights, and buffers that grow with the model. Measured are 60 MB of buffers for
    /// tiny.en and 90 MB for base.
    public var memory: Int64 {
        Self.memory(weights: bytes)
    }

    public static func memory(weights: Int64) -> Int64 {
        weights + weights / 3 + 40_000_000
    }
}

/// Facts from which the speed of models is guessed, before speech was recognized here.
public struct Machine: Sendable {
    /// Each on a processor core of its own.
    private let threads: Int
    /// Bytes that a model may take; nil if unknown.
    private let memory: Int64?

    public init(threads: Int = 1, memory: Int64? = nil) {
        self.threads = threads
        self.memory = memory
    }

    /// Assumed multiplications per second of a core. An AMD EPYC does 20e9 (a window of sound with tiny.en in 0.54 s,
    /// see `DecodingCost`). The rest is for processors without AVX-512, and for those that count each core twice.
    private static let coreSpeed = 1e10
    /// Speed that each thread after the first adds to the encoder, as measured with the second.
    private static let threadGain = 0.8
    /// Seconds of a window of speech.
    private static let window = 30.0
    /// Number of tokens in a window: 150 words a minute, and four tokens for three words.
    private static let tokens = 100.0
    /// Maximum seconds for a window of speech that leave room for live dictation, which decodes the same sound several
    /// times a second, and once more with more context.
    private static let mostSeconds = 2.5

    /// Whether a model should keep up with live dictation and fits into memory. False if its layer sizes are unknown. A
    /// measured speed counts only if it is far too low, so that a little noise does not change the answer.
    func suits(_ model: SpeechModel, measured: Double?) -> Bool {
        let needed = Self.window / Self.mostSeconds
        let isFast = speed(of: model).map { $0 >= needed } ?? false
        return isFast && (measured ?? needed) >= needed / 2 && model.memory <= memory ?? .max
    }

    /// Estimated seconds of speech that are recognized in a second; nil if the model's layer sizes are unknown.
    func speed(of model: SpeechModel) -> Double? {
        model.shape.map { shape in
            // One token is hardly faster with several threads: the weights have to come from memory.
            let encoder = shape.encoderWork / (1 + Self.threadGain * Double(threads - 1))
            return Self.window * Self.coreSpeed / (encoder + Self.tokens * shape.decoderWork)
        }
    }
}

/// The layer sizes of a speech model, which determine how much computation it needs.
public struct ModelShape: Sendable, Equatable, Codable {
    /// Values that represent a frame of sound or a token (embedding size).
    public let width: Int
    public let encoderLayers: Int
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

    /// Encoder frames in a window of sound.
    private static let frames = 1500.0
    /// Mel bands in the input of Whisper's models.
    private static let bands = 80.0
    /// Tokens of Whisper's English models.
    private static let vocabulary = 51_864.0

    /// Multiplications for a window of sound: projections and feed-forward layers, attention between all frames, the
    /// two convolutions, and keys and values for the decoder's cross-attention.
    var encoderWork: Double {
        let (width, frames) = (Double(width), Self.frames)
        let layer = 12 * width * width * frames + 2 * frames * frames * width
        let convolutions = 6 * Self.bands * width * frames + 3 * width * width * frames
        return Double(encoderLayers) * layer + convolutions + Double(decoderLayers) * 2 * width * width * frames
    }

    /// Multiplications for one token.
    var decoderWork: Double {
        let width = Double(width)
        let layer = 14 * width * width + 2 * Self.frames * width
        return Double(decoderLayers) * layer + Self.vocabulary * width
    }
}
