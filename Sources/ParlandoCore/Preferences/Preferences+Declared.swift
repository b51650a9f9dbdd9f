/// Declarations of all preferences, and operations that apply to each of them.
extension Preferences {
    /// Declarations of all stored preferences.
    public static let declared: [any DeclaredPreference] =
        dictation + ServerPreferences.declared + TerminalPreferences.declared + RhythmPreferences.declared
        + TranslatorPreferences.declared + HistoryPreferences.declared

    static let dictation: [any DeclaredPreference] = [
        // *Reset* does not change the model, because it may be the only model on this computer.
        Preference("model", \.model),
        Preference("language", \.language, page: .dictation),
        Preference("microphone", \.microphone, page: .dictation),
        Preference("silence-stop", \.silenceStop, 15...120, allowsZero: true, page: .dictation),
        Preference("reduces-noise", \.reducesNoise, page: .dictation),
        Preference("equalizes-voice", \.equalizesVoice, page: .dictation),
        Preference("quietens-pauses", \.quietensPauses, page: .dictation),
        Preference("delivery", \.delivery, page: .dictation),
        Preference("breaks-delivered-lines", \.breaksDeliveredLines, page: .dictation),
        Preference("shows-timestamps", \.showsTimestamps, page: .dictation),
        Preference("interface-language", \.interfaceLanguage, page: .general, effects: .restart),
        // *Reset* does not change this, because the desktop keeps its shortcuts.
        Preference("binds-shortcuts", \.bindsShortcuts),
        Preference("notifies-of-files", \.notifiesOfFiles, page: .general),
        Preference("mirror", \.mirror, page: .dictation),
        Preference("unload-minutes", \.unloadMinutes, 1...240, allowsZero: true, page: .dictation),
    ]

    /// Returns the declaration of the preference at a key path; nil if it is not declared and so never stored.
    public static func declaration(of path: PartialKeyPath<Preferences>) -> (any DeclaredPreference)? {
        declared.first { $0.isAt(path) }
    }

    /// Returns the consequences of a change, apart from the use of the new values.
    public static func effects(from old: Preferences, to new: Preferences) -> PreferenceEffects {
        declared.filter { !$0.isSame(in: old, and: new) }.reduce(into: []) { $0.formUnion($1.effects) }
    }

    /// Returns whether a page's *Reset* would change something.
    public func differ(on page: PreferencesPage) -> Bool {
        Self.declared.contains { $0.page == page && !$0.isSame(in: self, and: Preferences()) }
    }

    /// Copies the preferences that a page's *Reset* resets.
    ///
    /// - Parameter other: preferences to copy from; `Preferences()` resets the page.
    public mutating func take(_ page: PreferencesPage, from other: Preferences) {
        for preference in Self.declared where preference.page == page {
            preference.put(preference.value(in: other), into: &self)
        }
    }
}

extension DeclaredPreference {
    /// Returns whether this preference has the same value in two sets of preferences.
    public func isSame(in old: Preferences, and new: Preferences) -> Bool {
        value(in: old).isSame(as: value(in: new))
    }
}

extension PreferenceValue {
    fileprivate func isSame(as other: any PreferenceValue) -> Bool {
        other as? Self == self
    }
}

/// A change to one preference that the user made.
public struct PreferenceChange: Sendable {
    /// Name of the preference's key in the settings schema; empty for a preference that is not declared.
    public let name: String
    /// The new value in the form in which stores keep it.
    public let value: any PreferenceValue

    public init<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ value: Value) {
        self.init(Preferences.declaration(of: path), value.stored)
    }

    /// - Parameter value: the new value in the form in which stores keep it.
    public init(_ preference: (any DeclaredPreference)?, _ value: any PreferenceValue) {
        name = preference?.name ?? ""
        self.value = value
    }

    /// Returns the new value if the change is to the preference at this path; otherwise nil.
    public func value<Value: PreferenceValue>(of path: KeyPath<Preferences, Value>) -> Value? {
        Preferences.declaration(of: path)?.name == name ? Value.read(value) : nil
    }
}

extension Preferences {
    /// Applies a change that the user made. Does nothing if the preference is not declared.
    public mutating func apply(_ change: PreferenceChange) {
        Self.declared.first { $0.name == change.name }?.put(change.value, into: &self)
    }
}
