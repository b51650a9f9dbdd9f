public import ParlandoPresenters

/// Transcription view that records every state it is shown.
@MainActor public final class SpyTranscriptionView: TranscriptionView, ViewKeeping {
    public weak var delegate: (any TranscriptionViewDelegate)?
    public let log = ViewLog(TranscriptionViewState())
    /// All texts copied to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// Whether the page's window has the keyboard focus.
    public var isInFront = true
    /// Content of the clipboard.
    public var clipboard = ""
    private var before = ""

    public init() {}

    public func copyToClipboard(_ text: String) {
        clipboard = text
        copied.append(text)
        changes.happened()
    }

    public func lendClipboard(to text: String) async {
        (before, clipboard) = (clipboard, text)
        copyToClipboard(text)
    }

    public func giveClipboardBack() {
        clipboard = before
        changes.happened()
    }
}
