/// Preferences of the history: which dictations and files it keeps, and for how long.
public struct HistoryPreferences: Sendable, Equatable {
    /// Whether the history keeps the texts of dictations and transcribed files.
    public var keepsDictations = true
    /// Whether the history keeps text that was dictated into the terminal. Off by default, because text typed into a
    /// terminal may be a secret.
    public var keepsTerminal = false
    /// Whether the history also keeps the sound of dictations.
    public var keepsSound = false
    /// Number of days after which an entry of the history is deleted; 0 for never.
    public var days = 0

    /// Values of `days` that the preferences window offers. 0 means never.
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

    /// Returns the preferences with invalid values replaced by valid ones. If `days` is not one of `choicesOfDays`, the
    /// next longer choice replaces it, so that no entry is deleted early.
    public func sanitized() -> HistoryPreferences {
        var result = self
        if !Self.choicesOfDays.contains(days) {
            result.days = days < 0 ? 0 : Self.choicesOfDays.filter { $0 >= days }.min() ?? 0
        }
        return result
    }

    /// Returns whether the history keeps entries of this kind.
    public func keeps(_ kind: HistoryKind) -> Bool {
        switch kind {
        case .dictation, .file: keepsDictations
        case .terminal: keepsTerminal
        }
    }
}
