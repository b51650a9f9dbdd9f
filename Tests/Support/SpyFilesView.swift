public import ParlandoPresenters

@MainActor public final class SpyFilesView: FilesView, ViewKeeping {
    public let log = ViewLog(FilesViewState())
    public var isInFront = true
    /// Title and text of each notification, in order.
    public private(set) var notifications: [[String]] = [] { didSet { log.changes.happened() } }
    public private(set) var withdrawals = 0
    public private(set) var shows = 0
    public private(set) var opened: [String] = []
    public private(set) var asked: [String] = []

    public init() {}

    public func show() {
        shows += 1
    }

    public func notify(_ title: String, _ text: String) {
        notifications.append([title, text])
    }

    public func withdrawNotification() {
        withdrawals += 1
    }

    public func openHistory(_ id: String) {
        opened.append(id)
    }

    public func askWhereToSave(_ id: FilesViewState.Row.ID) {
        asked.append(id)
    }
}
