/// The speech models offered to the user for a language, one of which is recommended for this computer.
public struct ModelOffers: Sendable, Equatable {
    /// A model that is offered for download.
    public struct Offer: Sendable, Equatable, Identifiable {
        /// Catalogue entry of the model.
        public let model: SpeechModel
        /// Whether this model is the recommended one. If there are offers, exactly one of them is recommended.
        public let isRecommended: Bool

        /// The model's name.
        public var id: String { model.name }
    }

    /// The offers, from the smallest model to the largest.
    public let offers: [Offer]

    /// Selects the models to offer, and recommends the largest one that suits this computer. A model that is too slow
    /// all the same delays the text, and the page says so (`RecognitionWarning.fallingBehind`).
    ///
    /// - Parameters:
    ///   - catalogue: all available models.
    ///   - language: ISO 639-1 code of the language that the user probably speaks.
    public init(_ catalogue: [SpeechModel], language: String, machine: Machine) {
        let speech = catalogue.filter { $0.kind == .speech }
        let fitting = speech.filter { $0.isMultilingual == (language != "en") }
        let models = (fitting.isEmpty ? speech : fitting).sorted { $0.bytes < $1.bytes }
        let recommended = (models.last(where: machine.suits) ?? models.first)?.name
        offers = models.map { Offer(model: $0, isRecommended: $0.name == recommended) }
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
