import ParlandoCore

/// A row that shows a declared preference and reports the value that the user sets.
@MainActor protocol PreferenceRow: Widget {
    /// The preferences of the row; nil stands for one that is not declared, which is a mistake.
    var declared: [(any DeclaredPreference)?] { get }
    func show(_ preferences: Preferences)
    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void)
}

extension PreferenceRow {
    var preference: (any DeclaredPreference)? {
        declared.first ?? nil
    }
}
