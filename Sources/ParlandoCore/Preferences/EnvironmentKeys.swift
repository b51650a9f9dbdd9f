/// Keys of services that the environment of the process holds, such as `PARLANDO_GEMINI_KEY`. They come before those of
/// the keyring. Whoever sets one says where it goes: it has no place of its own.
public struct EnvironmentKeys: Sendable {
    private let environment: [String: String]

    /// - Parameter environment: of the process, as it was started.
    public init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// The variable that holds the key of a service, nil: it is not set.
    ///
    /// - Parameter owner: `gemini`, `libretranslate` or `google`.
    public func variable(of owner: String) -> String? {
        key(of: owner).map { _ in Self.name(of: owner) }
    }

    /// The key of a service, nil: none is set.
    public func key(of owner: String) -> Private<String>? {
        let text = environment[Self.name(of: owner)] ?? ""
        let words = text.split { $0.isWhitespace }
        return words.isEmpty ? nil : Private(words.joined(separator: " "))
    }

    private static func name(of owner: String) -> String {
        "PARLANDO_\(owner.uppercased())_KEY"
    }
}
