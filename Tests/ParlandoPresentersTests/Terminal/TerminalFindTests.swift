import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Searching the text in the terminal.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalFindTests: TerminalScene {
    let stage = TerminalStage()

    private func give(_ command: TerminalFindCommand) {
        presenter.terminalView(view, didPress: command)
    }

    private var steps: [String] {
        view.searches.map { ($0.isNew ? "new " : "") + ($0.direction == .up ? "up" : "down") }
    }

    @Test func nothingIsSearchedWithoutATerminal() {
        give(.open)
        #expect(view.state.find == nil)
        openShell()
        give(.open)
        #expect(view.state.find != nil)
        #expect(view.focus == .find)
    }

    @Test func aNewTextIsSearchedFromTheBottomAndThenOnward() {
        openShell()
        give(.open)
        give(.search("error"))
        give(.next("error"))
        give(.previous("error"))
        give(.search("error"))
        #expect(steps == ["new up", "down", "up"])
        #expect(view.searches.allSatisfy { $0.pattern == "error" && !$0.isCaseSensitive })
        // Enter comes before the entry has reported the last letters.
        give(.next("errors"))
        give(.search("errors"))
        #expect(steps.suffix(1) == ["new up"])
        #expect(view.searches.count == 4)
    }

    @Test func whatIsNotFoundIsSaid() {
        openShell()
        give(.open)
        view.finds = false
        give(.search("error"))
        #expect(view.state.find?.isMissing == true)
        #expect(view.state.find?.status == "Not found")
        view.finds = true
        give(.search("erro"))
        #expect(view.state.find?.isMissing == false)
        #expect(view.state.find?.status.isEmpty == true)
        view.finds = false
        give(.search("error"))
        give(.search(""))
        #expect(view.state.find?.status.isEmpty == true)
        #expect(view.endedSearches.count == 1)
    }

    @Test func upperAndLowerCaseAreDistinguishedWhenAsked() {
        openShell()
        give(.open)
        give(.search("Error"))
        give(.matchCase(true))
        #expect(view.searches.map(\.isCaseSensitive) == [false, true])
        #expect(view.state.find?.isCaseSensitive == true)
    }

    @Test func anAbsurdTextIsNotSearched() {
        openShell()
        give(.open)
        give(.search(String(repeating: "a", count: 1_001)))
        #expect(view.searches.isEmpty)
        #expect(view.state.find?.isMissing == true)
        #expect(view.state.find?.status.isEmpty == false)
    }

    @Test func closingGivesTheFocusBack() {
        openShell()
        give(.open)
        give(.search("error"))
        give(.close)
        #expect(view.state.find == nil)
        #expect(view.focus == .beforeFind)
        #expect(view.endedSearches == [front])
        give(.next("error"))
        #expect(view.searches.count == 1)
    }

    @Test func anotherTabIsSearchedFromItsBottom() {
        openShell()
        give(.open)
        give(.search("error"))
        give(.next("error"))
        press(.open)
        #expect(view.state.find == nil)
        openShell()
        give(.open)
        give(.next("error"))
        #expect(steps == ["new up", "down", "new up"])
    }

    @Test func theBarGoesWithTheTerminal() {
        openShell()
        give(.open)
        presenter.terminalViewDidPressBack(view)
        #expect(view.state.find == nil)
    }
}
