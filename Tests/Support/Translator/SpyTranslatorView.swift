public import ParlandoPresenters

/// Translator view that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyTranslatorView: TranslatorView, ViewKeeping {
    public let log = ViewLog(TranslatorViewState())
    /// All texts copied to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// All parts of the view that received the keyboard focus, in order.
    public private(set) var focused: [TranslatorFocus] = []

    public init() {
        answer = true
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
        changes.happened()
    }

    public func focus(_ part: TranslatorFocus) {
        focused.append(part)
        changes.happened()
    }
}
