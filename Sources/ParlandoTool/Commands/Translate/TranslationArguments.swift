import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoSystem

/// Which languages are meant.
struct TranslationLanguages: ParsableArguments {
    @Option(help: "Language of the text: a code such as de, or auto to find it out.")
    var from = "auto"

    @Option(help: "Language of the translation.")
    var to = "en"

    /// Nil: to be found out.
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

/// Who translates, and how it is reached.
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

    @Flag(help: "With gemini: trust every authority of this system, not only Google's (for a company's proxy).")
    var anyAuthority = false

    func validate() throws {
        guard service != .libretranslate || address != nil else {
            throw ValidationError("--service libretranslate needs --address.")
        }
        guard service == .gemini || (model == nil && !anyAuthority) else {
            throw ValidationError("--model and --any-authority go with --service gemini.")
        }
        guard service != .offline || address == nil else {
            throw ValidationError("--service offline asks nobody: it has no --address.")
        }
    }

    func makeTranslator() async throws -> any Translator {
        switch service {
        case .gemini:
            let authorities = anyAuthority || address != nil ? nil : try Self.googleAuthorities()
            return GeminiTranslator(
                client: HTTPClient(authorityFile: authorities), key: try await key() ?? Private(""), model: model,
                home: address ?? GeminiTranslator.home)
        case .libretranslate, .offline:
            return LibreTranslateTranslator(client: HTTPClient(), address: address ?? "", key: try await key())
        }
    }

    /// The key of the environment or of the keyring, nil: there is none.
    private func key() async throws -> Private<String>? {
        let name = "PARLANDO_\(service.rawValue.uppercased())_KEY"
        if let key = ProcessInfo.processInfo.environment[name], !key.isEmpty {
            return Private(key.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        do {
            return try await Keyring().secret(SecretName(.translation, owner: service.rawValue))
        } catch  where error.kind == .absent {
            return nil
        } catch {
            throw Failure(error)
        }
    }

    /// Whom Google's hosts have to prove themselves by.
    static func googleAuthorities() throws(Failure) -> String {
        guard let path = Folders().resource("google-authorities.pem") else {
            throw Failure(.io, "google-authorities.pem, whom to trust, is not where Parlando was installed.")
        }
        return path
    }
}
