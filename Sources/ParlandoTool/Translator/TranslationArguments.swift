public import ArgumentParser
import Foundation
public import ParlandoCore
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
    @Option(help: "gemini, libretranslate or offline.")
    var service = TranslationServiceKind.gemini

    @Option(help: "Address of the service: https, or this computer. libretranslate needs one.")
    var address: String?

    @Option(help: "With gemini: the language model. Default: the quickest that the service offers.")
    var model: String?

    @Flag(help: "With Google's services: trust every authority of this system, not only Google's (for a proxy).")
    var anyAuthority = false

    func validate() throws {
        let descriptor = service.descriptor
        guard !descriptor.hasAddress || address != nil else {
            throw ValidationError("--service \(service.rawValue) needs --address.")
        }
        guard descriptor.hasModels || model == nil else {
            let able = TranslationServiceKind.allCases.filter(\.descriptor.hasModels).map(\.rawValue)
            throw ValidationError("--model goes with --service \(able.joined(separator: " or ")).")
        }
        guard !descriptor.isLocal || address == nil else {
            throw ValidationError("--service \(service.rawValue) asks nobody: it has no --address.")
        }
    }

    func makeTranslator() async throws -> any Translator {
        let client = HTTPClient(for: place, googleAuthorities: anyAuthority ? nil : Folders().googleAuthorities)
        return service.translator(client, at: place, model: model ?? "", key: try await key())
    }

    /// Address to send texts to.
    private var place: String {
        address ?? service.descriptor.home ?? ""
    }

    /// Address of the server that is chosen in the preferences.
    private var chosen: String {
        SettingsStore(schemaFolders: Folders().schemas).load().translator.address
    }

    /// Returns the key from the environment or the keyring, or nil if there is none.
    private func key() async throws -> Private<String>? {
        let chosen = service.descriptor.hasAddress ? self.chosen : nil
        do throws(TranslationError) {
            return try await ServiceKeys(Keyring()).key(of: service.descriptor.owner, for: place, chosen: chosen)
        } catch {
            guard case .keyring(let kind) = error.kind else {
                throw error
            }
            switch kind {
            case .absent:
                return nil
            case .elsewhere(let home) where service.descriptor.keyNeed != .required:
                // The server may not need a key.
                Output.error("parlandoctl: The key that is kept is for \(home.text) only; it is not sent.")
                return nil
            default:
                throw Failure(SecretError(kind))
            }
        }
    }
}

extension TranslationServiceKind: ExpressibleByArgument {}
extension VoiceServiceKind: ExpressibleByArgument {}
