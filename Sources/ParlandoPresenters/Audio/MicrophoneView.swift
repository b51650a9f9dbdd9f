public import ParlandoCore

/// What the window says of the microphone, whichever page is in front.
public struct MicrophoneViewState: Sendable, Equatable {
    /// Which page listens; nil: the microphone is closed.
    public var user: MicrophoneUser?
    /// The page that listens, as a sentence.
    public var text = ""
    /// The title of the notification that a hidden window sends.
    public var title = ""

    public init() {}
}

/// A window that shows whether the microphone is open.
@MainActor public protocol MicrophoneView: AnyObject {
    func render(_ state: MicrophoneViewState)
}
