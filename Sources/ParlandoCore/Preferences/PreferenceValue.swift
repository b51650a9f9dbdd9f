/// A type that a preference can have.
public protocol PreferenceValue: Sendable, Equatable {
    /// Returns the value decoded from the form in which stores keep it; nil if the stored value has another type or is
    /// not a valid value of this type.
    static func read(_ stored: any PreferenceValue) -> Self?
    /// The value in the form in which stores keep it: a `Bool`, `Int`, `Double` or `String`, or an array or dictionary
    /// of these.
    var stored: any PreferenceValue { get }
}

extension PreferenceValue {
    public static func read(_ stored: any PreferenceValue) -> Self? {
        stored as? Self
    }

    public var stored: any PreferenceValue { self }
}

/// An enumeration is stored as its raw value.
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
