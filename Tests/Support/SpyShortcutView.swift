public import ParlandoPresenters

/// View of the preferences for global shortcuts. Records every state that it is shown.
@MainActor public final class SpyShortcutView: ShortcutView, ViewKeeping {
    public let log = ViewLog(ShortcutState())

    public init() {}
}
