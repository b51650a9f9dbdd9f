/// API keys of services in the process's environment, such as `PARLANDO_GEMINI_KEY`. They take precedence over keys in
/// the keyring. Unlike keys in the keyring, they are not bound to an origin: the user who sets a variable is
/// responsible for where its key is sent.
public struct EnvironmentKeys: Sendable {
    private let environment: [String: String]

    /// - Parameter environment: environment variables of the process at its start.
    public init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// Returns the name of the variable with a service's key; nil if the variable is not set.
    ///
    /// - Parameter owner: `gemini`, `libretranslate` or `google`.
    public func variable(of owner: String) -> String? {
        key(of: owner).map { _ in Self.name(of: owner) }
    }

    /// Returns the key of a service; nil if none is set.
    public func key(of owner: String) -> Private<String>? {
        let text = environment[Self.name(of: owner)] ?? ""
        let words = text.split { $0.isWhitespace }
        return words.isEmpty ? nil : Private(words.joined(separator: " "))
    }

    private static func name(of owner: String) -> String {
        "PARLANDO_\(owner.uppercased())_KEY"
    }
}
