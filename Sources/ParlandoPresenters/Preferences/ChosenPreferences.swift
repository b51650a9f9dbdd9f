import ParlandoCore

@MainActor protocol PreferenceReader: AnyObject {
    /// The values are within their ranges.
    func adopt(_ preferences: Preferences)
}

/// A presenter's access to the preferences. Values are within their ranges; changes are observed as long as this object
/// exists.
@MainActor final class ChosenPreferences {
    private let store: any PreferenceStore
    private var watching: Task<Void, Never>?

    init(in store: any PreferenceStore) {
        self.store = store
    }

    deinit {
        watching?.cancel()
    }

    var current: Preferences {
        store.load().sanitized()
    }

    /// Reports every change to `reader`, which is held weakly.
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

    /// Starts from the stored values, so changes made elsewhere are kept.
    func change(_ change: (inout Preferences) -> Void) -> Preferences {
        store.change {
            $0 = $0.sanitized()
            change(&$0)
            $0 = $0.sanitized()
        }
    }

    func reset() {
        store.reset()
    }
}
