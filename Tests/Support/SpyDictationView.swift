public import ParlandoPresenters

/// Dictation view that records every state that it is shown.
@MainActor public final class SpyDictationView: DictationView, ViewKeeping {
    public let log = ViewLog(DictationViewState())
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
