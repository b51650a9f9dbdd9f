public import Foundation
import Logging
public import ParlandoCore

/// Keys of the translation and voice services, from the environment if set there (such as `PARLANDO_GEMINI_KEY`), else
/// from the keyring.
public struct ServiceKeys: Sendable {
    private let secrets: any SecretStore
    private let given: EnvironmentKeys

    /// - Parameter environment: environment of the process.
    public init(_ secrets: any SecretStore, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.secrets = secrets
        given = EnvironmentKeys(environment)
    }

    /// Returns the key of a service, or nil if there is none. Throws `keyring` if the keyring is not available, or if
    /// the stored key belongs to another origin.
    ///
    /// - Parameters:
    ///   - owner: `gemini`, `libretranslate` or `google`.
    ///   - address: address the key is to be sent to.
    ///   - chosen: address of the LibreTranslate server in the preferences, or nil if it is `address`. A key stored
    ///     without an origin belongs to that server; a key of a Google service belongs to Google.
    public func key(
        of owner: String, for address: String, chosen: String? = nil
    ) async throws(TranslationError) -> Private<String>? {
        if let key = given.key(of: owner) {
            return key
        }
        guard let origin = Origin(address) else {
            throw TranslationError(.addressRefused, detail: "no place for a key")
        }
        let home = ServiceHomes().origin(ofKey: owner, address: chosen ?? address)
        do throws(SecretError) {
            return try await secrets.secret(SecretName(.translation, owner: owner), for: origin, home: home ?? origin)
        } catch {
            Logger(label: "parlando.keys").notice("the keyring keeps \(owner) back: \(error.kind) \(error.detail)")
            throw TranslationError(.keyring(error.kind), detail: error.detail)
        }
    }
}
