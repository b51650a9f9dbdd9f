public import ParlandoCore

extension PreferenceStore {
    /// Chooses all of this, whatever was chosen before.
    public func save(_ preferences: Preferences) {
        change { $0 = preferences }
    }
}
