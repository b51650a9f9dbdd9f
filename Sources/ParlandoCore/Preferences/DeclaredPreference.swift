/// The declaration of one preference: its key, range, and page in the preferences window. The preference store, the
/// schema test, the rows of the preferences window and its *Reset* buttons all use these declarations.
public protocol DeclaredPreference: Sendable {
    /// Name of the key in the settings schema.
    var name: String { get }
    /// Minimum and maximum of a numeric preference; nil if the preference is not a number or has no fixed range.
    var range: ClosedRange<Double>? { get }
    /// Whether 0 is also a valid value although it lies outside `range`. It then means "never" or "endless".
    var allowsZero: Bool { get }
    /// Page of the preferences window whose *Reset* button resets this preference; nil if no button resets it.
    var page: PreferencesPage? { get }
    /// Additional actions that are needed when the preference changes, such as a restart.
    var effects: PreferenceEffects { get }

    /// Returns whether this declaration describes the preference at a key path.
    func isAt(_ path: PartialKeyPath<Preferences>) -> Bool
    /// Returns the preference's value in the form that is stored: a `Bool`, `Int`, `Double` or `String`, or an array or
    /// dictionary of these.
    func value(in preferences: Preferences) -> any PreferenceValue
    /// Sets the preference to a value that was read from a store. A value of the wrong type is ignored.
    func put(_ stored: any PreferenceValue, into preferences: inout Preferences)
    /// Clamps a numeric preference to `range`; NaN becomes the default. Does nothing if the preference has no range.
    func clamp(_ preferences: inout Preferences)
}

/// A page of the preferences window.
public enum PreferencesPage: String, Sendable, Equatable, CaseIterable {
    case general
    case dictation
    case rhythm
    case translation
    case terminal
    case servers
    case privacy
}

/// Actions that are needed when a preference changes, apart from using the new value.
public struct PreferenceEffects: OptionSet, Sendable {
    /// The effects as a bit mask.
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The change takes effect only after the program is restarted.
    public static let restart = PreferenceEffects(rawValue: 1)
    /// After the change, the program has to tell the archive of translations and synthesized speech which data it may
    /// still keep.
    public static let archive = PreferenceEffects(rawValue: 2)
    /// After the change, different API keys may be needed, so they have to be looked up again.
    public static let keys = PreferenceEffects(rawValue: 4)
    /// After the change, different voices are available, so they have to be listed again.
    public static let voices = PreferenceEffects(rawValue: 8)
}

/// The declaration of a preference with values of type `Value`.
struct Preference<Value: PreferenceValue>: DeclaredPreference {
    let name: String
    let range: ClosedRange<Double>?
    let allowsZero: Bool
    let page: PreferencesPage?
    let effects: PreferenceEffects
    private let path: any WritableKeyPath<Preferences, Value> & Sendable

    /// - Parameters:
    ///   - range: minimum and maximum of a numeric preference; whole numbers if the values are of type `Int`.
    ///   - page: page of the preferences window whose *Reset* button resets this preference.
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
