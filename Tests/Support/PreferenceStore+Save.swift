public import ParlandoCore

extension PreferenceStore {
    /// Replaces all preferences.
    public func save(_ preferences: Preferences) {
        change { $0 = preferences }
    }
}
