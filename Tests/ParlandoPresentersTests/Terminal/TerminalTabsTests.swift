import Testing

@testable import ParlandoPresenters

/// The list of tabs.
@Suite struct TerminalTabsTests {
    private var tabs = TerminalTabs()

    private var numbers: [Int] {
        tabs.all.map(\.id.number)
    }

    @Test func thereIsAlwaysATab() {
        var tabs = tabs
        tabs.close(tabs.front)
        #expect(tabs.all.map(\.id.number) == [2])
        #expect(tabs.front == TerminalTabID(2))
    }

    @Test mutating func aNewTabComesAfterTheOneInFront() {
        tabs.open()
        tabs.open()
        tabs.select(TerminalTabID(1))
        tabs.open()
        #expect(numbers == [1, 4, 2, 3])
        #expect(tabs.front == TerminalTabID(4))
    }

    @Test(arguments: [(1, 2), (2, 3), (3, 2)])
    mutating func theNextTabTakesThePlaceOfTheOneInFront(closed: Int, shown: Int) {
        tabs.open()
        tabs.open()
        tabs.select(TerminalTabID(closed))
        tabs.close(TerminalTabID(closed))
        #expect(tabs.front == TerminalTabID(shown))
        #expect(tabs.all.count == 2)
    }

    @Test(arguments: [1, 2])
    mutating func closingAnotherTabLeavesTheOneInFront(closed: Int) {
        tabs.open()
        tabs.open()
        tabs.close(TerminalTabID(closed))
        #expect(tabs.front == TerminalTabID(3))
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 0), (-1, 2), (-4, 2), (4, 1)])
    mutating func afterTheLastTabComesTheFirst(places: Int, index: Int) {
        tabs.open()
        tabs.open()
        tabs.select(TerminalTabID(1))
        tabs.step(places)
        #expect(tabs.front == tabs.all[index].id)
    }

    @Test mutating func aTabThatIsGoneIsNotChanged() {
        let before = tabs
        tabs.change(TerminalTabID(7)) { $0.programTitle = "x" }
        tabs.select(TerminalTabID(7))
        tabs.close(TerminalTabID(7))
        #expect(tabs == before)
        #expect(tabs[TerminalTabID(7)] == nil)
    }

    @Test mutating func aTabThatIsShownNeedsNoMoreAttention() {
        tabs.open()
        tabs.change(TerminalTabID(1)) { $0.attention = .bell }
        tabs.step(1)
        #expect(tabs.current.attention == .none)
        tabs.step(1)
        tabs.change(TerminalTabID(1)) { $0.attention = .output }
        tabs.close(TerminalTabID(2))
        #expect(tabs.current.attention == .none)
    }
}
