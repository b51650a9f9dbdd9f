/// Declaration of a preference of any type. The settings store, the check of the schema, the rows of the preferences
/// window and *Reset* all work from these declarations.
public protocol DeclaredPreference: Sendable {
    /// Name of the key in the settings schema.
    var name: String { get }
    /// Minimum and maximum of a number; nil for any other preference.
    var range: ClosedRange<Double>? { get }
    /// Whether the number can also be 0, which is outside `range` and means never or endless.
    var allowsZero: Bool { get }
    /// Page of the preferences window whose *Reset* resets this preference; nil if no page resets it.
    var page: PreferencesPage? { get }
    /// Consequences of a change of the preference, apart from the use of the new value.
    var effects: PreferenceEffects { get }

    /// Returns whether this preference is the one at a key path.
    func isAt(_ path: PartialKeyPath<Preferences>) -> Bool
    /// Returns the value in the form in which stores keep it.
    func value(in preferences: Preferences) -> any PreferenceValue
    /// Sets the value. A value of the wrong type is ignored.
    func put(_ stored: any PreferenceValue, into preferences: inout Preferences)
    /// Brings a number within its range; NaN becomes the default. Does nothing if the preference has no range.
    func clamp(_ preferences: inout Preferences)
}

/// Pages of the preferences window.
public enum PreferencesPage: String, Sendable, Equatable, CaseIterable {
    case general
    case dictation
    case rhythm
    case translation
    case terminal
    case servers
    case privacy
}

/// Consequences of a changed preference.
public struct PreferenceEffects: OptionSet, Sendable {
    /// The consequences as bits.
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The change becomes visible only when the program is restarted.
    public static let restart = PreferenceEffects(rawValue: 1)
    /// The archive of translations and audio has to be told which data it may keep.
    public static let archive = PreferenceEffects(rawValue: 2)
    /// Other API keys may be needed, so the keys have to be looked up again.
    public static let keys = PreferenceEffects(rawValue: 4)
    /// Other voices are available, so the voices have to be listed again.
    public static let voices = PreferenceEffects(rawValue: 8)
}

/// Declaration of a preference of one type.
struct Preference<Value: PreferenceValue>: DeclaredPreference {
    let name: String
    let range: ClosedRange<Double>?
    let allowsZero: Bool
    let page: PreferencesPage?
    let effects: PreferenceEffects
    private let path: any WritableKeyPath<Preferences, Value> & Sendable

    /// - Parameters:
    ///   - range: minimum and maximum of a number; whole numbers for an `Int`.
    ///   - page: page whose *Reset* resets this preference.
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
