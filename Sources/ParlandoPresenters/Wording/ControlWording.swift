/// Texts about controlling dictation from the command line.
extension DictationCommand {
    /// Help text of the command-line option that gives this command.
    public var help: String {
        switch self {
        case .start: tr("Start dictation in the open window")
        case .stop: tr("Stop dictation in the open window")
        case .toggle: tr("Start or stop dictation in the open window")
        case .pause: tr("Pause dictation in the open window")
        case .resume: tr("Resume dictation in the open window")
        }
    }
}
