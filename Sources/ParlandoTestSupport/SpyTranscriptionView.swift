public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyTranscriptionView: TranscriptionView, ChangeWatching {
    public weak var delegate: (any TranscriptionViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [TranscriptionViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every text that went to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    public let changes = Changes()

    public init() {}

    /// What it shows now.
    public var state: TranscriptionViewState {
        states.last ?? TranscriptionViewState()
    }

    public func render(_ state: TranscriptionViewState) {
        states.append(state)
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }

    /// Whether the page's window has the keyboard.
    public var isInFront = true
    /// What is on the clipboard.
    public var clipboard = ""
    private var before = ""
    /// Every question, in order.
    public private(set) var questions: [PageQuestion] = []
    /// What questions are answered with.
    public var answer = false

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        changes.happened()
        return answer
    }

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

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
        changes.happened()
    }
}
