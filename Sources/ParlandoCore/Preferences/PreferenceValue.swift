/// A type that the value of a preference can have.
public protocol PreferenceValue: Sendable, Equatable {
    /// Converts a value that was read from a store into this type; nil if the stored value has another type or is not a
    /// valid value of this type.
    static func read(_ stored: any PreferenceValue) -> Self?
    /// The value in the form that is stored: a `Bool`, `Int`, `Double` or `String`, or an array or dictionary of these.
    var stored: any PreferenceValue { get }
}

extension PreferenceValue {
    public static func read(_ stored: any PreferenceValue) -> Self? {
        stored as? Self
    }

    public var stored: any PreferenceValue { self }
}

/// Stores an enumeration as its raw value.
extension PreferenceValue where Self: RawRepresentable, RawValue == String {
    public static func read(_ stored: any PreferenceValue) -> Self? {
        (stored as? String).flatMap(Self.init(rawValue:))
    }

    public var stored: any PreferenceValue { rawValue }
}

extension Bool: PreferenceValue {}
extension Int: PreferenceValue {}
extension Double: PreferenceValue {}
extension String: PreferenceValue {}
extension Array: PreferenceValue where Element: PreferenceValue {}
extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {}
