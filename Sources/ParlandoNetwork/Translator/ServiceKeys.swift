public import Foundation
import Logging
public import ParlandoCore

/// Keys of the services: those of the environment first, such as `PARLANDO_GEMINI_KEY`, then those of the keyring.
public struct ServiceKeys: Sendable {
    private let secrets: any SecretStore
    private let given: EnvironmentKeys

    /// - Parameter environment: of the process.
    public init(_ secrets: any SecretStore, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.secrets = secrets
        given = EnvironmentKeys(environment)
    }

    /// The key of a service, nil: there is none. Throws `keyring` where nobody knows, for the keyring does not tell,
    /// and where the one that is kept is for another place.
    ///
    /// - Parameters:
    ///   - owner: `gemini`, `libretranslate` or `google`.
    ///   - address: where it is to be sent.
    ///   - chosen: the address of a LibreTranslate server that is chosen in the preferences, nil: the same. A key that
    ///     was kept without a place belongs there, and one of Google's services to Google.
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
