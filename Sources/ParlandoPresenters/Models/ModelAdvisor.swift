public import ParlandoCore

/// Determines which speech models suit the user and this machine. Pages share one advisor, so that the machine is
/// measured only once.
@MainActor public final class ModelAdvisor {
    /// ISO 639-1 code of the language that the user probably speaks.
    let language: String
    private let meter: any MachineMeter
    private var measuring: Task<Void, Never>?
    private var speed: MachineSpeed?
    private var memory: Int64?

    /// - Parameter language: ISO 639-1 code of the language that the user probably speaks.
    public init(language: String, meter: any MachineMeter) {
        self.language = language
        self.meter = meter
    }

    /// Measures the speed and the available memory of this computer, unless they have already been measured. Returns
    /// once the measurement has ended.
    func measure() async {
        let task =
            measuring
            ?? Task { [weak self, meter] in
                let memory = await meter.availableMemory()
                let speed = await meter.speed()
                self?.adopt(speed, memory)
            }
        measuring = task
        await task.value
    }

    /// Returns the models of a catalogue that suit the user's language, with their speed on this computer as far as it
    /// has been measured.
    func offers(_ catalogue: [SpeechModel]) -> ModelOffers {
        ModelOffers(catalogue, language: language, speed: speed, memory: memory)
    }

    /// Returns the model that dictation needs. This is the chosen model. The recommended model is used instead if the
    /// chosen model is not in the catalogue, or is only the default and does not support the user's language. Returns
    /// nil if there is no model.
    func model(_ preferences: Preferences, among catalogue: [SpeechModel]) -> SpeechModel? {
        let chosen = catalogue.first { $0.name == preferences.model }
        guard let chosen, preferences.model != Preferences().model || language == "en" || chosen.isMultilingual else {
            return offers(catalogue).recommended ?? chosen
        }
        return chosen
    }

    private func adopt(_ speed: MachineSpeed?, _ memory: Int64?) {
        self.speed = speed
        self.memory = memory
    }
}
