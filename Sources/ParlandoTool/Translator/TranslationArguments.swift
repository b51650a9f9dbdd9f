import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoSystem

/// Command-line options for the source and target languages.
struct TranslationLanguages: ParsableArguments {
    @Option(help: "Language of the text: a code such as de, or auto to find it out.")
    var from = "auto"

    @Option(help: "Language of the translation.")
    var to = "en"

    /// Source language, or nil to detect it.
    var source: String? { from.lowercased() == "auto" ? nil : from.lowercased() }
    var target: String { to.lowercased() }

    func validate() throws {
        for code in [source, target].compactMap({ $0 }) {
            guard SpeechLanguage.translated.contains(where: { $0.code == code }) else {
                let known = SpeechLanguage.translated.map(\.code).joined(separator: " ")
                throw ValidationError("There is no language \(code). Known are: \(known)")
            }
        }
        guard source != target else {
            throw ValidationError("From \(target) into \(target) there is nothing to translate: give --from and --to.")
        }
    }
}

/// Command-line options for the translation service and its address.
struct TranslationConnection: ParsableArguments {
    enum Service: String, CaseIterable, ExpressibleByArgument {
        case gemini
        case libretranslate
        case offline
    }

    @Option(help: "gemini, libretranslate or offline.")
    var service = Service.gemini

    @Option(help: "Address of the service: https, or this computer. libretranslate needs one.")
    var address: String?

    @Option(help: "With gemini: the language model. Default: the quickest that the service offers.")
    var model: String?

    @Flag(help: "With Google's services: trust every authority of this system, not only Google's (for a proxy).")
    var anyAuthority = false

    func validate() throws {
        guard service != .libretranslate || address != nil else {
            throw ValidationError("--service libretranslate needs --address.")
        }
        guard service == .gemini || model == nil else {
            throw ValidationError("--model goes with --service gemini.")
        }
        guard service != .offline || address == nil else {
            throw ValidationError("--service offline asks nobody: it has no --address.")
        }
    }

    func makeTranslator() async throws -> any Translator {
        switch service {
        case .gemini:
            let home = address ?? ServiceHomes().gemini
            let client = HTTPClient(for: home, googleAuthorities: anyAuthority ? nil : Folders().googleAuthorities)
            return GeminiTranslator(client: client, key: try await key() ?? Private(""), model: model, home: home)
        case .libretranslate, .offline:
            return LibreTranslateTranslator(client: HTTPClient(), address: address ?? "", key: try await key())
        }
    }

    /// Address of the LibreTranslate server that is chosen in the preferences.
    private var chosen: String {
        SettingsStore(schemaFolders: Folders().schemas).load().translator.address
    }

    /// Returns the key from the environment or the keyring, or nil if there is none.
    private func key() async throws -> Private<String>? {
        let place = address ?? ServiceHomes().gemini
        let chosen = service == .gemini ? nil : self.chosen
        do throws(TranslationError) {
            return try await ServiceKeys(Keyring()).key(of: service.rawValue, for: place, chosen: chosen)
        } catch {
            guard case .keyring(let kind) = error.kind else {
                throw error
            }
            switch kind {
            case .absent:
                return nil
            case .elsewhere(let home) where service != .gemini:
                // The server may not need a key.
                Output.error("parlandoctl: The key that is kept is for \(home.text) only; it is not sent.")
                return nil
            default:
                throw Failure(SecretError(kind))
            }
        }
    }
}
