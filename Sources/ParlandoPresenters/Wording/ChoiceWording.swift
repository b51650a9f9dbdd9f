public import ParlandoCore
import ParlandoServices

/// What is said of a language and a model that are chosen for one session.
enum ChoiceWording {
    /// Such as `Balanced · Deutsch`.
    static func title(_ choice: DictationChoice) -> String {
        let language = choice.language == DictationChoice.anyLanguage ? tr("Detect Automatically") : choice.language
        return [choice.model.map(ModelWording.name(ofTechnical:)), language.map(ModelWording.language)]
            .compactMap { $0 }.joined(separator: " · ")
    }

    /// The command that does what the shortcut does.
    static func command(_ choice: DictationChoice) -> String {
        ShortcutWording.command + (choice.language.map { " --language " + $0 } ?? "")
            + (choice.model.map { " --model " + $0 } ?? "")
    }
}

extension DictationChoice {
    /// Why there cannot be a session in this language; nil if there can.
    public var languageProblem: String? {
        let places = ["code": language ?? ""]
        return isLanguageKnown
            ? nil : tr("There is no language {code}: give a code of two letters, such as de, or auto.", places)
    }

    /// Why no session can begin with this choice and this model, which is nil for a server; nil if one can.
    ///
    /// - Parameter isKnown: whether the list of models has arrived.
    func problem(with entry: ModelEntry?, isKnown: Bool) -> String? {
        if let languageProblem {
            return languageProblem
        }
        guard let entry else {
            return isKnown ? model.map { tr("There is no model named {name}.", ["name": $0]) } : nil
        }
        let places = ["model": ModelWording.name(of: entry.model)]
        if model != nil, entry.isMissing {
            return tr("The model {model} is not on this computer.", places) + " " + tr("Download it in Preferences.")
        }
        let isUnderstood = entry.model.isMultilingual || ["en", nil].contains(language)
        return isUnderstood ? nil : tr("The model {model} knows only English.", places)
    }
}
