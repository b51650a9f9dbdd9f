/// Publishes the state of dictation to other programs over the desktop's message bus, and its text to those that have
/// subscribed to it.
@MainActor public protocol ControlView: AnyObject {
    /// File names of the programs that have subscribed to the text, as they are on disk.
    var listeners: [String] { get }
    /// Publishes the state of dictation: `idle`, `opening`, `listening`, `paused`, `waiting-for-microphone` or
    /// `finishing`.
    func publish(state: String)
    /// Publishes the interim words, which may still change.
    func publish(interim: String)
    /// Publishes text that has become final. It continues the text before it, unless it begins a paragraph.
    func publish(final text: String, beginsParagraph: Bool)
}

/// A dictation command from outside the page, such as a system shortcut or another program.
public enum DictationCommand: String, Sendable, Equatable, CaseIterable {
    case start
    case stop
    /// Starts dictation, or stops it if it has been started.
    case toggle
    case pause
    case resume
}
