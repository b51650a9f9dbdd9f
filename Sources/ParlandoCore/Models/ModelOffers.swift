/// The speech models that fit a language, and which of them is recommended on this machine.
public struct ModelOffers: Sendable, Equatable {
    /// A model with the facts that a user wants to know before downloading it.
    public struct Offer: Sendable, Equatable, Identifiable {
        /// The model as the catalogue describes it.
        public let model: SpeechModel
        /// Speed at which this machine recognises speech with the model, as a multiple of real time; nil if not
        /// measured.
        public let factor: Double?
        /// Whether this offer is the recommended one. Exactly one offer is recommended, unless there are no offers.
        public let isRecommended: Bool

        /// The model's name.
        public var id: String { model.name }
    }

    /// The offers, from the smallest model to the largest.
    public let offers: [Offer]

    /// Minimum speed of a model, as a multiple of real time, for words to appear while they are spoken: the sound is
    /// decoded several times a second, and again in reviews with more sound.
    static let liveFactor = 12.0

    /// - Parameters:
    ///   - catalogue: all models.
    ///   - language: ISO 639-1 code of the language that the user probably speaks.
    ///   - speed: the speed of this machine, or nil if it is not known.
    ///   - memory: bytes that are available, or nil if that is not known.
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

    /// The recommended model, or nil if there are no models.
    public var recommended: SpeechModel? {
        offers.first(where: \.isRecommended)?.model
    }
}

extension SpeechModel {
    /// Bytes of memory that the model needs: its weights, and buffers that grow with the model (measured for the
    /// buffers: tiny.en 60 MB, base 90 MB).
    public var memory: Int64 {
        Self.memory(weights: bytes)
    }

    /// Returns the bytes of memory that a model with weights of this size needs.
    public static func memory(weights: Int64) -> Int64 {
        weights + weights / 3 + 40_000_000
    }
}
