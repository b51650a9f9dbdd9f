import CSecretShim
public import ParlandoCore

/// Secret store in the desktop's keyring (Secret Service, through libsecret). Every call waits for D-Bus, and possibly
/// for the user to unlock the keyring.
public actor Keyring: SecretStore {
    private let executor = BlockingExecutor(label: "parlando.keyring")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func keep(
        _ secret: Private<String>, as name: SecretName, for origin: Origin, label: String
    ) throws(SecretError) {
        try Self.check {
            parlando_secret_store(name.purpose.rawValue, name.owner, origin.text, label, secret.revealed, &$0)
        }
    }

    public func secret(
        _ name: SecretName, for origin: Origin, home: Origin
    ) throws(SecretError) -> Private<String>? {
        var text: UnsafeMutablePointer<CChar>?
        var elsewhere: UnsafeMutablePointer<CChar>?
        defer {
            parlando_secret_free(text)
            parlando_secret_free(elsewhere)
        }
        try Self.check(elsewhere: { elsewhere.flatMap { Origin(String(cString: $0)) } }) {
            parlando_secret_look_up(
                name.purpose.rawValue, name.owner, origin.text, home.text, &text, &elsewhere, &$0)
        }
        return text.map { Private(String(cString: $0)) }
    }

    public func remove(_ name: SecretName) throws(SecretError) {
        try Self.check { parlando_secret_remove(name.purpose.rawValue, name.owner, &$0) }
    }

    public func count() throws(SecretError) -> Int {
        var count = UInt32(0)
        try Self.check { parlando_secret_count(&count, &$0) }
        return Int(count)
    }

    public func removeAll() throws(SecretError) {
        try Self.check { parlando_secret_remove(nil, nil, &$0) }
    }

    /// - Parameter elsewhere: returns the origin that the stored secret belongs to, if it is not the requested one.
    private static func check(
        elsewhere: () -> Origin? = { nil }, _ call: (inout UnsafeMutablePointer<CChar>?) -> parlando_secret_outcome
    ) throws(SecretError) {
        var text: UnsafeMutablePointer<CChar>?
        defer { parlando_secret_free(text) }
        let kind: SecretError.Kind
        switch call(&text) {
        case .done: return
        case .locked: kind = .locked
        case .absent: kind = .absent
        case .denied: kind = .denied
        // An origin that cannot be parsed is not one a secret may be sent to.
        case .elsewhere: kind = elsewhere().map { SecretError.Kind.elsewhere($0) } ?? .failed
        case .failed: kind = .failed
        }
        throw SecretError(kind, detail: text.map { String(cString: $0) } ?? "")
    }
}
