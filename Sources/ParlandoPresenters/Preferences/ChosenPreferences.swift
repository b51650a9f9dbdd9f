import ParlandoCore

/// An object that is told when the user's preferences change.
@MainActor protocol PreferenceReader: AnyObject {
    /// Receives the current preferences. Their values have been clamped to their valid ranges.
    func adopt(_ preferences: Preferences)
}

/// Gives a presenter access to the user's preferences. Values are clamped to their valid ranges, and changes are
/// observed as long as this object exists.
@MainActor final class ChosenPreferences {
    private let store: any PreferenceStore
    private var watching: Task<Void, Never>?

    init(in store: any PreferenceStore) {
        self.store = store
    }

    deinit {
        watching?.cancel()
    }

    /// The current preferences.
    var current: Preferences {
        store.load().sanitized()
    }

    /// Starts to report every change of the preferences to `reader`, which is held weakly.
    func watch(for reader: any PreferenceReader) {
        let changes = store.changes()
        watching = Task { [weak self, weak reader] in
            for await _ in changes {
                guard let self, let reader else {
                    return
                }
                // Reads the preferences again, because the event may be older than the latest change made here.
                reader.adopt(current)
            }
        }
    }

    /// Changes the stored preferences and returns the result. The change starts from the stored values, so changes made
    /// elsewhere are kept.
    func change(_ change: (inout Preferences) -> Void) -> Preferences {
        store.change {
            $0 = $0.sanitized()
            change(&$0)
            $0 = $0.sanitized()
        }
    }

    /// Resets all preferences to their defaults.
    func reset() {
        store.reset()
    }
}
