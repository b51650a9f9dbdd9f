import ParlandoCore

/// Texts of the choice of a translation service.
extension TranslatorWording {
    static func setup(_ chosen: TranslationServiceKind, _ need: TranslatorScreen.Need) -> TranslatorSetup {
        let services = TranslationServiceKind.allCases.map {
            TranslatorSetup.Service($0.rawValue, title: title(of: $0), note: note(on: $0), isChosen: $0 == chosen)
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
        }
    }

    private static func title(of service: TranslationServiceKind) -> String {
        switch service {
        case .libreTranslate: tr("Your Own Server (LibreTranslate)")
        case .gemini, .offline: name(of: service)
        }
    }

    private static func note(on service: TranslationServiceKind) -> String {
        switch service {
        case .gemini: tr("Fifteen languages; text is sent to Google")
        case .libreTranslate: tr("Text is sent only to the server that you name")
        case .offline: tr("Only speech, and only into English; nothing is sent")
        }
    }
}
