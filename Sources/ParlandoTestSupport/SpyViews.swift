public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyTranscriptionView: TranscriptionView {
    public weak var delegate: (any TranscriptionViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [TranscriptionViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every text that went to the clipboard, in order.
    public private(set) var copied: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// What it shows now.
    public var state: TranscriptionViewState {
        states.last ?? TranscriptionViewState()
    }

    /// Returns when the view shows or says something more.
    public func nextChange() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await nextChange()
        }
    }

    public func render(_ state: TranscriptionViewState) {
        states.append(state)
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    /// Whether the page's window has the keyboard.
    public var isInFront = true
    /// What is on the clipboard.
    public var clipboard = ""
    private var before = ""

    public func copyToClipboard(_ text: String) {
        clipboard = text
        copied.append(text)
        changed()
    }

    /// Every question, in order.
    public private(set) var questions: [PageQuestion] = []
    /// What questions are answered with.
    public var answer = false

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        changed()
        return answer
    }

    public func lendClipboard(to text: String) async {
        (before, clipboard) = (clipboard, text)
        copyToClipboard(text)
    }

    public func giveClipboardBack() {
        clipboard = before
        changed()
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
        changed()
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}

/// Remembers every state it was shown.
@MainActor public final class SpyPreferencesView: PreferencesView {
    public weak var delegate: (any PreferencesViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [PreferencesViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// What it shows now.
    public var state: PreferencesViewState {
        states.last ?? PreferencesViewState()
    }

    /// Returns when the view shows or says something more.
    public func nextChange() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await nextChange()
        }
    }

    public func render(_ state: PreferencesViewState) {
        states.append(state)
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}
