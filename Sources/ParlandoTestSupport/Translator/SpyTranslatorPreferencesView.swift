public import ParlandoPresenters

/// Translator preferences view that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyTranslatorPreferencesView: TranslatorPreferencesView, ViewKeeping {
    public weak var translatorDelegate: (any TranslatorPreferencesViewDelegate)?
    public let log = ViewLog(TranslatorPreferencesState())

    public init() {
        answer = true
    }
}
