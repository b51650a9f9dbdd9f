public import ParlandoPresenters

/// Remembers what it was shown, and answers questions as it was told to.
@MainActor public final class SpyTranslatorPreferencesView: TranslatorPreferencesView, ViewKeeping {
    public weak var translatorDelegate: (any TranslatorPreferencesViewDelegate)?
    public let log = ViewLog(TranslatorPreferencesState())

    public init() {
        answer = true
    }
}
