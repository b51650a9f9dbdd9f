public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyPreferencesView: PreferencesView, ViewKeeping {
    public weak var delegate: (any PreferencesViewDelegate)?
    public let log = ViewLog(PreferencesViewState())

    public init() {}
}
