import ParlandoCore

/// Texts of the list from which the user chooses a translation service.
extension TranslatorWording {
    /// Returns the list from which the user chooses a translation service, shown on the empty page.
    ///
    /// - Parameters:
    ///   - need: what the chosen service lacks.
    ///   - pairs: the language pairs of the services that do not translate between all languages.
    static func setup(
        _ chosen: TranslationServiceKind, _ need: TranslatorScreen.Need,
        _ pairs: [TranslationServiceKind: TranslationPairs]
    ) -> TranslatorSetup {
        let services = TranslationServiceKind.allCases.map {
            TranslatorSetup.Service(
                $0.rawValue, title: title(of: $0), note: note(on: $0, pairs[$0]), isChosen: $0 == chosen)
        }
        switch need {
        case .key:
            return TranslatorSetup(
                services: services,
                need: tr("{service} needs a key of your own.", ["service": name(of: chosen)]),
                button: tr("Enter Key…"), linkLabel: chosen == .gemini ? tr("Get a Key") : "",
                link: chosen == .gemini ? "https://aistudio.google.com/apikey" : "")
        case .address:
            return TranslatorSetup(
                services: services, need: tr("Parlando needs the address of your server."),
                button: tr("Enter Address…"))
        case .install(let pair, .packages(let packages)):
            var setup = TranslatorSetup(
                services: services, need: needs(.packages(packages), for: pair), button: tr("Copy Command"))
            setup.command = command(installing: packages)
            return setup
        case .install(let pair, .models(let models)):
            return TranslatorSetup(
                services: services, need: needs(.models(models), for: pair), button: tr("Choose a Model"))
        case .languages(let pair):
            return TranslatorSetup(
                services: services,
                need: noPair(chosen, from: pair.source, into: pair.target) + " "
                    + tr("Choose other languages, or another service."), button: tr("Choose a Service"))
        }
    }

    /// Returns a sentence that says which packages or models have to be installed to translate between two languages.
    private static func needs(_ missing: TranslationPairs.Missing, for pair: LanguagePair) -> String {
        let source = LanguageWording.name(of: pair.source)
        let target = LanguageWording.name(of: pair.target)
        switch missing {
        case .packages(let packages):
            return tr(
                "To translate from {source} into {target} on this computer, install {packages}.",
                ["source": source, "target": target, "packages": packages.joined(separator: ", ")])
        case .models(let models):
            return tr(
                "To translate from {source} into {target} on this computer, download {models}.",
                ["source": source, "target": target, "models": models.joined(separator: ", ")])
        }
    }

    /// Returns a short text that says what has to be installed, such as `Install apertium-fr-es`.
    static func needs(_ missing: TranslationPairs.Missing) -> String {
        switch missing {
        case .packages(let packages): tr("Install {packages}", ["packages": packages.joined(separator: ", ")])
        case .models(let models): tr("Download {models}", ["models": models.joined(separator: ", ")])
        }
    }

    /// Returns the shell command that installs software packages.
    static func command(installing packages: [String]) -> String {
        "sudo apt install " + packages.joined(separator: " ")
    }

    /// Returns a sentence that says that a service does not translate from one language into another.
    ///
    /// - Parameter source: ISO 639-1 code; empty if the service does not translate into `target` from any language.
    static func noPair(_ service: TranslationServiceKind, from source: String, into target: String) -> String {
        let names = [
            "service": name(of: service), "source": LanguageWording.name(of: source),
            "target": LanguageWording.name(of: target),
        ]
        return source.isEmpty
            ? tr("{service} does not translate into {target}", names)
            : tr("{service} does not translate from {source} into {target}", names)
    }

    private static func title(of service: TranslationServiceKind) -> String {
        switch service {
        case .libreTranslate: tr("Your Own Server (LibreTranslate)")
        case .gemini, .offline: name(of: service)
        }
    }

    private static func note(on service: TranslationServiceKind, _ pairs: TranslationPairs?) -> String {
        switch service {
        case .gemini: tr("Fifteen languages; text is sent to Google")
        case .libreTranslate: tr("Text is sent only to the server that you name")
        case .offline: roughNote(languages(of: pairs))
        }
    }

    private static func roughNote(_ languages: String) -> String {
        languages.isEmpty
            ? tr("Rough translations without key and network, once a package is installed; nothing is sent")
            : tr(
                "Rough translations without key and network: {languages}; nothing is sent",
                ["languages": languages])
    }

    /// Returns a list of the languages that a service can translate now, separated by commas.
    private static func languages(of pairs: TranslationPairs?) -> String {
        let codes = Set(pairs?.ready.flatMap { [$0.source, $0.target] } ?? [])
        return SpeechLanguage.translated.filter { codes.contains($0.code) }.map { LanguageWording.name(of: $0.code) }
            .joined(separator: ", ")
    }
}
