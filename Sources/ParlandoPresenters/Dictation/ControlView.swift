/// What other programs see of dictation, over the desktop's message bus.
@MainActor public protocol ControlView: AnyObject {
    /// Publishes what dictation does: `idle`, `opening`, `listening`, `paused`, `waiting-for-microphone` or `finishing`.
    func publish(state: String)
    /// Publishes the interim words, which may still change.
    func publish(interim: String)
    /// Publishes text that has become final. It continues the text before it, unless it begins a paragraph.
    func publish(final text: String, beginsParagraph: Bool)
}

/// A command to dictation from outside of its page, such as a system shortcut or another program.
public enum DictationCommand: String, Sendable, Equatable, CaseIterable {
    case start
    case stop
    /// Starts, or stops what was started.
    case toggle
    case pause
    case resume
}
