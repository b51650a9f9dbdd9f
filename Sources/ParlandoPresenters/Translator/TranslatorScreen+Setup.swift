import ParlandoCore
import ParlandoServices

/// What the chosen service still needs, and which languages it can translate.
extension TranslatorScreen {
    /// What a service lacks before a text can be sent to it.
    enum Need: Equatable {
        case key
        case address
    }

    /// What the chosen service is known to lack, or nil if it lacks nothing.
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
