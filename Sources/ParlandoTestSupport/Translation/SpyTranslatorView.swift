public import ParlandoPresenters

/// Remembers every state it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorView: TranslatorView {
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
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// What it shows now.
    public var state: TranslatorViewState {
        states.last ?? TranslatorViewState()
    }

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    public func render(_ state: TranslatorViewState) {
        states.append(state)
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
        changed()
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
        changed()
    }

    public func focus(_ part: TranslatorFocus) {
        focused.append(part)
        changed()
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        return answer
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}

/// Remembers every state it was shown.
@MainActor public final class SpyHistoryView: HistoryView {
    public weak var delegate: (any HistoryViewDelegate)?
    /// What it shows now.
    public private(set) var state = HistoryViewState()
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    /// How often it went out of sight.
    public private(set) var closings = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    public func render(_ state: HistoryViewState) {
        self.state = state
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
    }

    public func close() {
        closings += 1
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}

/// Remembers what it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorPreferencesView: TranslatorPreferencesView {
    public weak var translatorDelegate: (any TranslatorPreferencesViewDelegate)?
    /// What it shows now.
    public private(set) var state = TranslatorPreferencesState()
    /// How often it was shown something.
    public private(set) var renderings = 0
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every question, in order.
    public private(set) var questions: [PageQuestion] = []
    /// What every question is answered with.
    public var answer = true
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    public func render(_ state: TranslatorPreferencesState) {
        self.state = state
        renderings += 1
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        changed()
        return answer
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}
