/// The tabs of the terminal page in their order. There is always at least one tab, and exactly one tab is in front.
struct TerminalTabs: Equatable {
    private(set) var all = [TerminalTab(id: TerminalTabID(1))]
    private var opened = 1
    private var frontIndex = 0

    /// The identifier of the tab in front.
    var front: TerminalTabID {
        all[frontIndex].id
    }

    /// The tab in front.
    var current: TerminalTab {
        get { all[frontIndex] }
        set { all[frontIndex] = newValue }
    }

    subscript(id: TerminalTabID) -> TerminalTab? {
        all.first { $0.id == id }
    }

    /// Changes a tab. Does nothing if the tab has been closed.
    mutating func change(_ id: TerminalTabID, _ body: (inout TerminalTab) -> Void) {
        if let index = all.firstIndex(where: { $0.id == id }) {
            body(&all[index])
        }
    }

    /// Opens an empty tab to the right of the tab in front, and brings it to the front.
    mutating func open() {
        opened += 1
        frontIndex += 1
        all.insert(TerminalTab(id: TerminalTabID(opened)), at: frontIndex)
    }

    /// Closes a tab. If it was in front, the next tab is shown, or the previous one if the closed tab was the last. If
    /// it was the only tab, an empty tab takes its place.
    mutating func close(_ id: TerminalTabID) {
        guard let index = all.firstIndex(where: { $0.id == id }) else {
            return
        }
        if all.count == 1 {
            open()
        }
        all.remove(at: index)
        if index < frontIndex || frontIndex == all.count {
            frontIndex -= 1
        }
        current.attention = .none
    }

    /// Brings a tab to the front. Does nothing if the tab has been closed.
    mutating func select(_ id: TerminalTabID) {
        if let index = all.firstIndex(where: { $0.id == id }) {
            frontIndex = index
            current.attention = .none
        }
    }

    /// Brings to the front the tab that is this many places to the right, or to the left if `places` is negative. The
    /// first tab follows the last one.
    mutating func step(_ places: Int) {
        let index = (frontIndex + places) % all.count
        select(all[index < 0 ? index + all.count : index].id)
    }
}
