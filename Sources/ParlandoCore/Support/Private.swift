/// A wrapper that keeps a sensitive value, such as a key or spoken words, out of logs, error messages and debuggers.
///
/// Access to the value is explicit, through `revealed`.
public struct Private<Value> {
    /// The value itself. Must not appear in a log, a URL or an error message.
    public let revealed: Value

    public init(_ value: Value) {
        revealed = value
    }
}

extension Private: Sendable where Value: Sendable {}
extension Private: Equatable where Value: Equatable {}

extension Private: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }

    /// The same placeholder as `description`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
