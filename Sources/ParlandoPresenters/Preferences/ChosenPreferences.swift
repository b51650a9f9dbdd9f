import ParlandoCore

/// Who shows preferences and has to know of their changes.
@MainActor protocol PreferenceReader: AnyObject {
    /// Shows what is chosen now, which is within bounds.
    func adopt(_ preferences: Preferences)
}

/// The preferences as presenters see them: within bounds, and watched for as long as this object lives.
@MainActor final class ChosenPreferences {
    private let store: any PreferenceStore
    private var watching: Task<Void, Never>?

    init(in store: any PreferenceStore) {
        self.store = store
    }

    deinit {
        watching?.cancel()
    }

    /// What is chosen now.
    var current: Preferences {
        store.load().sanitized()
    }

    /// Tells a reader, held weakly, of every change from now on.
    func watch(for reader: any PreferenceReader) {
        let changes = store.changes()
        watching = Task { [weak self, weak reader] in
            for await _ in changes {
                guard let self, let reader else {
                    return
                }
                // Read anew: the news may be older than what was chosen here since.
                reader.adopt(current)
            }
        }
    }

    /// Changes what is chosen now and keeps it, so that what was chosen elsewhere since is not undone.
    func change(_ change: (inout Preferences) -> Void) -> Preferences {
        store.change {
            $0 = $0.sanitized()
            change(&$0)
            $0 = $0.sanitized()
        }
    }

    /// Sets everything back to how it came.
    func reset() {
        store.reset()
    }
}
