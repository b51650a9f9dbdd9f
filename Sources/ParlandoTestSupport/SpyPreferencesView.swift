public import ParlandoPresenters

/// Preferences view that records every state it is shown.
@MainActor public final class SpyPreferencesView: PreferencesView, ViewKeeping {
    public weak var delegate: (any PreferencesViewDelegate)?
    public let log = ViewLog(PreferencesViewState())

    public init() {}
}
