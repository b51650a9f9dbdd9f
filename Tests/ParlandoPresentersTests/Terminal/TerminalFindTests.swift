import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Searching the text in the terminal.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalFindTests: TerminalScene {
    let stage = TerminalStage()

    private var steps: [String] {
        view.searches.map { ($0.isNew ? "new " : "") + ($0.direction == .up ? "up" : "down") }
    }

    @Test func nothingIsSearchedWithoutATerminal() {
        presenter.openFind()
        #expect(view.state.find == nil)
        openShell()
        presenter.openFind()
        #expect(view.state.find != nil)
        #expect(view.focus == .find)
    }

    @Test func aNewTextIsSearchedFromTheBottomAndThenOnward() {
        openShell()
        presenter.openFind()
        presenter.find(.find("error"))
        presenter.find(.next("error"))
        presenter.find(.previous("error"))
        presenter.find(.find("error"))
        #expect(steps == ["new up", "down", "up"])
        #expect(view.searches.allSatisfy { $0.pattern == "error" && !$0.isCaseSensitive })
        // Enter comes before the entry has reported the last letters.
        presenter.find(.next("errors"))
        presenter.find(.find("errors"))
        #expect(steps.suffix(1) == ["new up"])
        #expect(view.searches.count == 4)
    }

    @Test func whatIsNotFoundIsSaid() {
        openShell()
        presenter.openFind()
        view.finds = false
        presenter.find(.find("error"))
        #expect(view.state.find?.isMissing == true)
        #expect(view.state.find?.status == "Not found")
        view.finds = true
        presenter.find(.find("erro"))
        #expect(view.state.find?.isMissing == false)
        #expect(view.state.find?.status.isEmpty == true)
        view.finds = false
        presenter.find(.find("error"))
        presenter.find(.find(""))
        #expect(view.state.find?.status.isEmpty == true)
        #expect(view.endedSearches.count == 1)
    }

    @Test func upperAndLowerCaseAreDistinguishedWhenAsked() {
        openShell()
        presenter.openFind()
        presenter.find(.find("Error"))
        presenter.find(.matchCase(true))
        #expect(view.searches.map(\.isCaseSensitive) == [false, true])
        #expect(view.state.find?.isCaseSensitive == true)
    }

    @Test func anAbsurdTextIsNotSearched() {
        openShell()
        presenter.openFind()
        presenter.find(.find(String(repeating: "a", count: 1_001)))
        #expect(view.searches.isEmpty)
        #expect(view.state.find?.isMissing == true)
        #expect(view.state.find?.status.isEmpty == false)
    }

    @Test func closingGivesTheFocusBack() {
        openShell()
        presenter.openFind()
        presenter.find(.find("error"))
        presenter.find(.close)
        #expect(view.state.find == nil)
        #expect(view.focus == .beforeFind)
        #expect(view.endedSearches == [front])
        presenter.find(.next("error"))
        #expect(view.searches.count == 1)
    }

    @Test func anotherTabIsSearchedFromItsBottom() {
        openShell()
        presenter.openFind()
        presenter.find(.find("error"))
        presenter.find(.next("error"))
        presenter.openTab()
        #expect(view.state.find == nil)
        openShell()
        presenter.openFind()
        presenter.find(.next("error"))
        #expect(steps == ["new up", "down", "new up"])
    }

    @Test func theBarGoesWithTheTerminal() {
        openShell()
        presenter.openFind()
        presenter.goBack()
        #expect(view.state.find == nil)
    }
}
