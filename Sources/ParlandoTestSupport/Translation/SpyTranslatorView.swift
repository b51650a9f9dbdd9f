public import ParlandoPresenters

/// Remembers every state it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorView: TranslatorView, ViewKeeping {
    public weak var delegate: (any TranslatorViewDelegate)?
    public let log = ViewLog(TranslatorViewState())
    /// Every text that went to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// Everything that got the keyboard's focus, in order.
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
