public import ParlandoPresenters

/// Remembers every state it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorView: TranslatorView, ChangeWatching {
    public weak var delegate: (any TranslatorViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [TranslatorViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every text that went to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    /// Everything that got the keyboard's focus, in order.
    public private(set) var focused: [TranslatorFocus] = []
    /// Every question, in order.
    public private(set) var questions: [PageQuestion] = []
    /// What every question is answered with.
    public var answer = true
    public let changes = Changes()

    public init() {}

    /// What it shows now.
    public var state: TranslatorViewState {
        states.last ?? TranslatorViewState()
    }

    public func render(_ state: TranslatorViewState) {
        states.append(state)
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
        changes.happened()
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
        changes.happened()
    }

    public func focus(_ part: TranslatorFocus) {
        focused.append(part)
        changes.happened()
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        return answer
    }
}
