public import ParlandoPresenters

/// Remembers what it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorPreferencesView: TranslatorPreferencesView, ChangeWatching {
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
    public let changes = Changes()

    public init() {}

    public func render(_ state: TranslatorPreferencesState) {
        self.state = state
        renderings += 1
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        changes.happened()
        return answer
    }
}
