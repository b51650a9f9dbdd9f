/// API keys that the user has set as environment variables, such as `PARLANDO_GEMINI_KEY`. They take precedence over
/// keys in the keyring. A key in the keyring is sent only to the server that it was entered for. A key from an
/// environment variable has no such restriction: it is sent to whichever server is set.
public struct EnvironmentKeys: Sendable {
    private let environment: [String: String]

    /// - Parameter environment: environment variables of the process at its start.
    public init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// Returns the name of the environment variable that contains a service's key; nil if the variable is not set.
    ///
    /// - Parameter owner: name of the service: `gemini`, `libretranslate` or `google`.
    public func variable(of owner: String) -> String? {
        key(of: owner).map { _ in Self.name(of: owner) }
    }

    /// Returns a service's key from its environment variable; nil if the variable is not set or is blank.
    ///
    /// - Parameter owner: name of the service: `gemini`, `libretranslate` or `google`.
    public func key(of owner: String) -> Private<String>? {
        let text = environment[Self.name(of: owner)] ?? ""
        let words = text.split { $0.isWhitespace }
        return words.isEmpty ? nil : Private(words.joined(separator: " "))
    }

    private static func name(of owner: String) -> String {
        "PARLANDO_\(owner.uppercased())_KEY"
    }
}
