public import ParlandoCore

/// The state of the microphone as the window shows it on every page.
public struct MicrophoneViewState: Sendable, Equatable {
    /// The page that uses the microphone, or nil if the microphone is closed.
    public var user: MicrophoneUser?
    /// Sentence that names the page that uses the microphone.
    public var text = ""
    /// Title of the desktop notification that is shown while the microphone is open and the window is hidden.
    public var title = ""

    public init() {}
}

/// A window that shows whether the microphone is open.
@MainActor public protocol MicrophoneView: AnyObject {
    func render(_ state: MicrophoneViewState)
    func showToast(_ text: String)
}
