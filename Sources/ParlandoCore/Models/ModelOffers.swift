/// The speech models offered to the user for a language, one of which is recommended for this computer.
public struct ModelOffers: Sendable, Equatable {
    /// A model that is offered for download, with its expected speed.
    public struct Offer: Sendable, Equatable, Identifiable {
        /// Catalogue entry of the model.
        public let model: SpeechModel
        /// Speed at which this computer recognises speech with the model, as a multiple of real time; nil if it was not
        /// measured.
        public let factor: Double?
        /// Whether this model is the recommended one. If there are offers, exactly one of them is recommended.
        public let isRecommended: Bool

        /// The model's name.
        public var id: String { model.name }
    }

    /// The offers, from the smallest model to the largest.
    public let offers: [Offer]

    /// Minimum speed of a model for live dictation, as a multiple of real time. Live dictation decodes the same sound
    /// several times a second, and later once more with more context.
    static let liveFactor = 12.0

    /// Selects the models to offer and the one to recommend.
    ///
    /// - Parameters:
    ///   - catalogue: all available models.
    ///   - language: ISO 639-1 code of the language that the user probably speaks.
    ///   - speed: measured speed of this computer; nil if unknown.
    ///   - memory: available memory in bytes; nil if unknown.
    public init(_ catalogue: [SpeechModel], language: String, speed: MachineSpeed?, memory: Int64?) {
        let speech = catalogue.filter { $0.kind == .speech }
        let fitting = speech.filter { $0.isMultilingual == (language != "en") }
        let models = (fitting.isEmpty ? speech : fitting).sorted { $0.bytes < $1.bytes }
        let measured = models.map { model in (model, model.shape.flatMap { speed?.factor(of: $0) }) }
        let best = measured.last { model, factor in
            (factor ?? 0) >= Self.liveFactor && model.memory <= memory ?? .max
        }
        let recommended = (best?.0 ?? models.first)?.name
        offers = measured.map { Offer(model: $0, factor: $1, isRecommended: $0.name == recommended) }
    }

    /// The recommended model; nil if there are no offers.
    public var recommended: SpeechModel? {
        offers.first(where: \.isRecommended)?.model
    }
}

extension SpeechModel {
    /// Estimated memory that the model needs, in bytes: its weights, and buffers that grow with the model. The buffers
    /// were measured to take 60 MB for tiny.en and 90 MB for base.
    public var memory: Int64 {
        Self.memory(weights: bytes)
    }

    /// Returns the estimated memory that a model needs, in bytes.
    ///
    /// - Parameter bytes: size of the model's weights in bytes.
    public static func memory(weights: Int64) -> Int64 {
        weights + weights / 3 + 40_000_000
    }
}
