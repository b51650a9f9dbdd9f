import ParlandoCore
import ParlandoServices

/// The missing settings of the chosen service, and the languages into which it can translate.
extension TranslatorScreen {
    /// A setting without which no text can be sent to a service.
    enum Need: Equatable {
        case key
        case address
    }

    /// The setting that the chosen service is known to lack, or nil if no setting is known to be missing.
    var need: Need? {
        let descriptor = preferences.service.descriptor
        if descriptor.hasAddress, preferences.address.isEmpty {
            return .address
        }
        return descriptor.keyNeed == .required && hasKey == false ? .key : nil
    }

    /// The choice of a service, or nil if the chosen one can be used or the page is not empty.
    var setup: TranslatorSetup? {
        guard stage == .idle, !isWaiting, source.isEmpty, exchanges.isEmpty, let need else {
            return nil
        }
        return TranslatorWording.setup(preferences.service, need)
    }

    /// Returns why the chosen service cannot translate into a language; empty if it can.
    func obstacle(into code: String) -> String {
        guard case .speech(let only) = preferences.service.descriptor.input, code != only else {
            return ""
        }
        return tr(
            "{service} translates only into {language}",
            [
                "service": TranslatorWording.name(of: preferences.service),
                "language": LanguageWording.name(of: only),
            ])
    }
}
