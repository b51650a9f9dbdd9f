/// The declaration of one preference. The preference store, the schema test, rows and *Reset* buttons all use it.
public protocol DeclaredPreference: Sendable {
    /// Key in the settings schema.
    var name: String { get }
    /// Nil if the preference is not a number or has no fixed range.
    var range: ClosedRange<Double>? { get }
    /// Whether 0 is valid although it lies outside `range`: "never" or "endless".
    var allowsZero: Bool { get }
    /// Page whose *Reset* button resets this preference; nil if none does.
    var page: PreferencesPage? { get }
    var effects: PreferenceEffects { get }

    func isAt(_ path: PartialKeyPath<Preferences>) -> Bool
    /// The value as it is stored: a `Bool`, `Int`, `Double` or `String`, or an array or dictionary of these.
    func value(in preferences: Preferences) -> any PreferenceValue
    /// Takes a value from a store. One of the wrong type is ignored.
    func put(_ stored: any PreferenceValue, into preferences: inout Preferences)
    /// Clamps a number to `range`; NaN becomes the default.
    func clamp(_ preferences: inout Preferences)
}

public enum PreferencesPage: String, Sendable, Equatable, CaseIterable {
    case general
    case dictation
    case models
    case words
    case rhythm
    case translation
    case terminal
    case servers
    case privacy
}

/// Effects of a change, apart from using the new value.
public struct PreferenceEffects: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let restart = PreferenceEffects(rawValue: 1)
    /// The translation archive has to be told which data it may still keep.
    public static let archive = PreferenceEffects(rawValue: 2)
    /// API keys have to be looked up again.
    public static let keys = PreferenceEffects(rawValue: 4)
    /// Voices have to be listed again.
    public static let voices = PreferenceEffects(rawValue: 8)
}

struct Preference<Value: PreferenceValue>: DeclaredPreference {
    let name: String
    let range: ClosedRange<Double>?
    let allowsZero: Bool
    let page: PreferencesPage?
    let effects: PreferenceEffects
    private let path: any WritableKeyPath<Preferences, Value> & Sendable

    /// - Parameter range: of a numeric preference; whole numbers for `Int`.
    init(
        _ name: String, _ path: any WritableKeyPath<Preferences, Value> & Sendable,
        _ range: ClosedRange<Double>? = nil, allowsZero: Bool = false, page: PreferencesPage? = nil,
        effects: PreferenceEffects = []
    ) {
        self.name = name
        self.path = path
        self.range = range
        self.allowsZero = allowsZero
        self.page = page
        self.effects = effects
    }

    func isAt(_ path: PartialKeyPath<Preferences>) -> Bool {
        self.path == path
    }

    func value(in preferences: Preferences) -> any PreferenceValue {
        preferences[keyPath: path].stored
    }

    func put(_ stored: any PreferenceValue, into preferences: inout Preferences) {
        if let value = Value.read(stored) {
            preferences[keyPath: path] = value
        }
    }

    func clamp(_ preferences: inout Preferences) {
        guard let range else {
            return
        }
        switch value(in: preferences) {
        case let number as Int where !(allowsZero && number == 0):
            put(min(max(number, Int(range.lowerBound)), Int(range.upperBound)), into: &preferences)
        case let number as Double where number.isNaN:
            put(value(in: Preferences()), into: &preferences)
        case let number as Double where !(allowsZero && number == 0):
            put(min(max(number, range.lowerBound), range.upperBound), into: &preferences)
        default: break
        }
    }
}

/// A type that the value of a preference can have.
public protocol PreferenceValue: Sendable, Equatable {
    /// Nil if the stored value has another type or is not valid.
    static func read(_ stored: any PreferenceValue) -> Self?
    /// As it is stored: a `Bool`, `Int`, `Double` or `String`, or an array or dictionary of these.
    var stored: any PreferenceValue { get }
}

extension PreferenceValue {
    public static func read(_ stored: any PreferenceValue) -> Self? {
        stored as? Self
    }

    public var stored: any PreferenceValue { self }
}

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
