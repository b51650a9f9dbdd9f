public import ParlandoCore
public import ParlandoPresenters

/// Preferences view that records every state it is shown.
@MainActor public final class SpyPreferencesView: PreferencesView, ViewKeeping {
    public let log = ViewLog(PreferencesViewState())

    /// Pages whose reset a toast offered to undo, in order.
    public private(set) var undoable: [PreferencesPage] = []

    /// Models whose removal a toast offered to undo, in order.
    public private(set) var restorable: [String] = []

    public init() {}

    public func offerUndo(_ text: String, ofRemoving model: String) {
        restorable.append(model)
        changes.happened()
    }

    public func showToast(_ text: String, undoing page: PreferencesPage) {
        undoable.append(page)
    }
}
