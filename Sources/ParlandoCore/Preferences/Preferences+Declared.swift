/// Declarations of all stored preferences, and operations that use these declarations.
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
        Preference("delivery", \.delivery, page: .dictation),
        Preference("breaks-delivered-lines", \.breaksDeliveredLines, page: .dictation),
        Preference("shows-timestamps", \.showsTimestamps, page: .dictation),
        Preference("interface-language", \.interfaceLanguage, page: .general, effects: .restart),
        // *Reset* does not change this, because the desktop would still have the registered shortcuts.
        Preference("binds-shortcuts", \.bindsShortcuts),
        Preference("notifies-of-files", \.notifiesOfFiles, page: .general),
        Preference("mirror", \.mirror, page: .dictation),
        Preference("unload-minutes", \.unloadMinutes, 1...240, allowsZero: true, page: .dictation),
    ]

    /// Returns the declaration of the preference at a key path; nil if the preference is not declared and therefore
    /// never stored.
    public static func declaration(of path: PartialKeyPath<Preferences>) -> (any DeclaredPreference)? {
        declared.first { $0.isAt(path) }
    }

    /// Returns the additional actions that are needed after a change from one set of preferences to another, such as a
    /// restart.
    public static func effects(from old: Preferences, to new: Preferences) -> PreferenceEffects {
        declared.filter { !$0.isSame(in: old, and: new) }.reduce(into: []) { $0.formUnion($1.effects) }
    }

    /// Returns whether any preference that a page's *Reset* button resets differs from its default.
    public func differ(on page: PreferencesPage) -> Bool {
        Self.declared.contains { $0.page == page && !$0.isSame(in: self, and: Preferences()) }
    }

    /// Copies those preferences from `other` that a page's *Reset* button resets.
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

/// A change that the user has made to one preference.
public struct PreferenceChange: Sendable {
    /// Name of the preference's key in the settings schema; empty if the preference is not declared.
    public let name: String
    /// The new value in the form that is stored (see `PreferenceValue.stored`).
    public let value: any PreferenceValue

    public init<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ value: Value) {
        self.init(Preferences.declaration(of: path), value.stored)
    }

    /// - Parameter value: the new value in the form that is stored (see `PreferenceValue.stored`).
    public init(_ preference: (any DeclaredPreference)?, _ value: any PreferenceValue) {
        name = preference?.name ?? ""
        self.value = value
    }

    /// Returns the new value if the changed preference is the one at this key path; otherwise nil.
    public func value<Value: PreferenceValue>(of path: KeyPath<Preferences, Value>) -> Value? {
        Preferences.declaration(of: path)?.name == name ? Value.read(value) : nil
    }
}

extension Preferences {
    /// Applies the user's change to these preferences. Does nothing if the changed preference is not declared.
    public mutating func apply(_ change: PreferenceChange) {
        Self.declared.first { $0.name == change.name }?.put(change.value, into: &self)
    }
}
