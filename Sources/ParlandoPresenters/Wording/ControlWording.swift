/// Texts about the control of dictation from outside.
extension DictationCommand {
    /// Description of the command-line option.
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
