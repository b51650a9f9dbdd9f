import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// A shell that ends at once, or is not there.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalShellTests: TerminalScene {
    let stage = TerminalStage()

    @Test(arguments: [(TerminalExit.code(1), "status 1"), (.code(0), "status 0"), (.signal(9), "signal 9")])
    func aShellThatEndsAtOnceIsNamedAndAnotherIsOffered(exit: TerminalExit, words: String) {
        openShell()
        presenter.terminalView(view, didEnd: exit, said: "")
        #expect(view.state.banner?.text.contains("/bin/zsh") == true)
        #expect(view.state.banner?.text.contains(words) == true)
        #expect(view.state.banner?.action?.label.contains("/bin/bash") == true)
        presenter.terminalView(view, didPress: .otherShell)
        #expect(view.commands == [["/bin/zsh"], ["/bin/bash"]])
        presenter.terminalViewDidStart(view)
        #expect(view.state.isVoiceEnabled)
        // There is no third one.
        presenter.terminalView(view, didEnd: exit, said: "")
        #expect(view.state.banner?.action?.kind == .startAgain)
    }

    @Test func aShellThatIsNotThereIsNamedAndAnotherIsOffered() {
        presenter.terminalViewDidChooseShell(view)
        presenter.terminalView(view, didFailToStart: "No such file or directory")
        #expect(view.state.banner?.text.contains("/bin/zsh") == true)
        #expect(view.state.banner?.action?.kind == .otherShell)
        presenter.terminalView(view, didPress: .startAgain)
        #expect(view.commands == [["/bin/zsh"], ["/bin/zsh"]])
    }

    @Test func aShellThatTheUserLeavesHasJustEnded() {
        openShell()
        presenter.terminalViewDidType(view)
        presenter.terminalView(view, didEnd: .code(1), said: "")
        #expect(view.state.banner?.tone == .information)
        #expect(view.state.banner?.action?.kind == .startAgain)
    }
}
