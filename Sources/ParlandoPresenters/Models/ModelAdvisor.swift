public import ParlandoCore

/// Determines which speech models suit the user and this computer.
public struct ModelAdvisor: Sendable {
    /// ISO 639-1 code of the language that the user probably speaks.
    private let language: String
    private let machine: Machine

    /// - Parameter language: ISO 639-1 code of the language that the user probably speaks.
    public init(language: String, machine: Machine) {
        self.language = language
        self.machine = machine
    }

    /// Returns the models of a catalogue that suit the user's language.
    func offers(_ catalogue: [SpeechModel]) -> ModelOffers {
        ModelOffers(catalogue, language: language, machine: machine)
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
}
