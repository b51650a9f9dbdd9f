public import Foundation
import Logging
public import ParlandoCore

/// Keys of the services: those of the environment first, such as `PARLANDO_GEMINI_KEY`, then those of the keyring.
public struct ServiceKeys: Sendable {
    private let secrets: any SecretStore
    private let environment: [String: String]

    /// - Parameter environment: of the process.
    public init(_ secrets: any SecretStore, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.secrets = secrets
        self.environment = environment
    }

    /// The key of a service, nil: there is none. Throws `keyring` where nobody knows, for the keyring does not tell.
    ///
    /// - Parameter owner: `gemini`, `libretranslate` or `google`.
    func key(of owner: String) async throws(TranslationError) -> Private<String>? {
        if let key = environment["PARLANDO_\(owner.uppercased())_KEY"], !key.isEmpty {
            return Private(key.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        do throws(SecretError) {
            return try await secrets.secret(SecretName(.translation, owner: owner))
        } catch {
            Logger(label: "parlando.keys").notice("the keyring keeps \(owner) back: \(error.kind) \(error.detail)")
            throw TranslationError(.keyring(error.kind), detail: error.detail)
        }
    }
}
