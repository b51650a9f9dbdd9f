extension DictationDesk.Place {
    /// What to say to somebody who wants to dictate elsewhere meanwhile.
    var inUse: String {
        switch self {
        case .dictation: tr("The Dictation page is listening. Stop it there first.")
        case .terminal: tr("The Terminal page is listening. Stop it there first.")
        }
    }
}
