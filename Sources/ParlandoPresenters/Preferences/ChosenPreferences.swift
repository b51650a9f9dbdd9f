import ParlandoCore

/// An object that shows preferences and is told when they change.
@MainActor protocol PreferenceReader: AnyObject {
    /// Takes the current preferences, which have been clamped to their valid ranges.
    func adopt(_ preferences: Preferences)
}

/// Access to the preferences for presenters. Values are clamped to their valid ranges, and changes are observed while
/// this object lives.
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

    /// Starts to report every change to a reader, which is held weakly.
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

    /// Changes the current preferences and stores them. Starts from the stored values, so that changes made elsewhere
    /// meanwhile are kept. Returns the changed preferences.
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
