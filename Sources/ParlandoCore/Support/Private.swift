/// A wrapper for a sensitive value, such as a key or spoken words, that prevents the value from appearing in logs,
/// error messages and debuggers.
///
/// Code that needs the value reads `revealed`.
public struct Private<Value> {
    /// The sensitive value. Must not appear in a log, a URL or an error message.
    public let revealed: Value

    public init(_ value: Value) {
        revealed = value
    }
}

extension Private: Sendable where Value: Sendable {}
extension Private: Equatable where Value: Equatable {}

extension Private: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }

    /// The same placeholder as `description`, without the sensitive value.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` does not show the sensitive value.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
