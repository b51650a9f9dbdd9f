/// Preferences of the history. `sanitized` brings every value within its range.
public struct HistoryPreferences: Sendable, Equatable {
    /// Whether dictations and transcribed files are kept.
    public var keepsDictations = true
    /// Whether dictations into the terminal are kept. Off by default, because text typed into a terminal may be a
    /// secret.
    public var keepsTerminal = false
    /// Whether the sound of kept dictations is kept too.
    public var keepsSound = false
    /// Days after which an entry is deleted; 0 for never.
    public var days = 0

    /// Values of `days` that can be chosen.
    public static let choicesOfDays = [0, 365, 90, 30, 7]

    // *Reset* does not change what may be kept and for how long, because data that may no longer be kept are deleted at
    // once.
    static let declared: [any DeclaredPreference] = [
        Preference("history-keeps-dictations", \.history.keepsDictations),
        Preference("history-keeps-terminal", \.history.keepsTerminal),
        Preference("history-keeps-sound", \.history.keepsSound),
        Preference("history-days", \.history.days),
    ]

    public init() {}

    /// Returns the preferences with every value brought within its range. An unknown number of days becomes the next
    /// longer choice, so that nothing is deleted early.
    public func sanitized() -> HistoryPreferences {
        var result = self
        if !Self.choicesOfDays.contains(days) {
            result.days = days < 0 ? 0 : Self.choicesOfDays.filter { $0 >= days }.min() ?? 0
        }
        return result
    }

    /// Returns whether sessions of this kind are kept.
    public func keeps(_ kind: HistoryKind) -> Bool {
        switch kind {
        case .dictation, .file: keepsDictations
        case .terminal: keepsTerminal
        }
    }
}
