/// A value that no log, no error and no debugger prints: a key, or words that somebody said.
///
/// Opening it is a visible word: `revealed`.
public struct Private<Value> {
    /// The value itself. Not for a log, an address or an error.
    public let revealed: Value

    public init(_ value: Value) {
        revealed = value
    }
}

extension Private: Sendable where Value: Sendable {}
extension Private: Equatable where Value: Equatable {}

extension Private: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }

    /// As little as `description` says.
    public var debugDescription: String { description }

    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
