public import ArgumentParser
import Foundation
public import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoSystem

/// Command-line options for the source and target languages.
struct TranslationLanguages: ParsableArguments {
    @Option(help: ArgumentHelp(tr("Language of the text: a code such as de, or auto to find it out.")))
    var from = "auto"

    @Option(help: ArgumentHelp(tr("Language of the translation.")))
    var to = "en"

    /// Source language, or nil to detect it.
    var source: String? { from.lowercased() == "auto" ? nil : from.lowercased() }
    var target: String { to.lowercased() }

    func validate() throws {
        for code in [source, target].compactMap({ $0 }) {
            guard SpeechLanguage.translated.contains(where: { $0.code == code }) else {
                let known = SpeechLanguage.translated.map(\.code).joined(separator: " ")
                throw ValidationError(
                    tr("There is no language {code}. Known are: {list}", ["code": code, "list": known]))
            }
        }
        guard source != target else {
            throw ValidationError(
                tr(
                    "From {code} into {code} there is nothing to translate: give --from and --to.",
                    ["code": target]))
        }
    }
}

/// Command-line options for the translation service and its address.
struct TranslationConnection: ParsableArguments {
    @Option(help: ArgumentHelp(tr("gemini, libretranslate or offline.")))
    var service = TranslationServiceKind.gemini

    @Option(help: ArgumentHelp(tr("Address of the service: https, or this computer. libretranslate needs one.")))
    var address: String?

    @Option(help: ArgumentHelp(tr("With gemini: the language model. Default: the quickest that the service offers.")))
    var model: String?

    @Flag(
        help: ArgumentHelp(
            tr("With Google's services: trust every authority of this system, not only Google's (for a proxy).")))
    var anyAuthority = false

    func validate() throws {
        let descriptor = service.descriptor
        guard !descriptor.hasAddress || address != nil else {
            throw ValidationError(tr("--service {name} needs --address.", ["name": service.rawValue]))
        }
        guard descriptor.hasModels || model == nil else {
            let able = TranslationServiceKind.allCases.filter(\.descriptor.hasModels).map(\.rawValue)
            throw ValidationError(
                tr("--model goes with --service {list}.", ["list": able.joined(separator: ", ")]))
        }
        guard !descriptor.isLocal || address == nil else {
            throw ValidationError(
                tr("--service {name} asks nobody: it has no --address.", ["name": service.rawValue]))
        }
    }

    func makeTranslator() async throws -> any Translator {
        guard service != .offline else {
            return ApertiumTranslator()
        }
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
                Output.error(
                    "parlandoctl: "
                        + tr("The key that is kept is for {place} only; it is not sent.", ["place": home.text]))
                return nil
            default:
                throw Failure(SecretError(kind))
            }
        }
    }
}

extension TranslationServiceKind: ExpressibleByArgument {}
extension VoiceServiceKind: ExpressibleByArgument {}
