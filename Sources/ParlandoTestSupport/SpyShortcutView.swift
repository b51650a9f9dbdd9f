public import ParlandoPresenters

/// View of the shortcuts that records every state it is shown.
@MainActor public final class SpyShortcutView: ShortcutView, ViewKeeping {
    public weak var shortcutDelegate: (any ShortcutViewDelegate)?
    public let log = ViewLog(ShortcutState())

    public init() {}
}
