import ParlandoCore

/// Preference row with a switch.
@MainActor final class SwitchRow: PreferenceRow {
    let declared: [(any DeclaredPreference)?]
    private let row: ToggleRow

    convenience init(_ path: KeyPath<Preferences, Bool>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    /// Creates a switch for a numeric preference in which 0 means off. Switching on sets the preference to its default.
    convenience init(zeroIsOff path: KeyPath<Preferences, Int>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    private init(of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String) {
        declared = [Preferences.declaration(of: path)]
        row = ToggleRow(title, subtitle: subtitle)
    }

    var reference: Reference { row.reference }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        row.onChange { [weak self] isOn in
            if let self {
                let usual = preference?.value(in: Preferences()) as? Int
                body(PreferenceChange(preference, usual.map { isOn ? $0 : 0 } ?? isOn))
            }
        }
    }

    func show(_ preferences: Preferences) {
        let value = preference?.value(in: preferences)
        row.show((value as? Int).map { $0 != 0 } ?? (value as? Bool ?? false))
    }
}
