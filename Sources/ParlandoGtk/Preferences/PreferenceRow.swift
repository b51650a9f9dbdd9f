import ParlandoCore

/// A row that shows a preference and reports the value that the user sets.
@MainActor protocol PreferenceRow: Widget {
    /// Declarations of the preferences that the row shows. Nil stands for a preference without a declaration, which is
    /// a programming error.
    var declared: [(any DeclaredPreference)?] { get }
    func show(_ preferences: Preferences)
    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void)
    /// Shows a note below the title. An empty note removes it.
    func show(note: String)
}

extension PreferenceRow {
    var preference: (any DeclaredPreference)? {
        declared.first ?? nil
    }
    func show(note: String) {
        reference.setRowSubtitle(note)
    }
}
