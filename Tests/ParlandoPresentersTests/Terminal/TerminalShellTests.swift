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
        report(.ended(exit, said: ""))
        #expect(view.state.banner?.text.contains("/bin/zsh") == true)
        #expect(view.state.banner?.text.contains(words) == true)
        #expect(view.state.banner?.action?.label.contains("/bin/bash") == true)
        presenter.press(.otherShell)
        #expect(view.commands == [["/bin/zsh"], ["/bin/bash"]])
        report(.started)
        #expect(view.state.isVoiceEnabled)
        // There is no third one.
        report(.ended(exit, said: ""))
        #expect(view.state.banner?.action?.kind == .startAgain)
    }

    @Test func aShellThatIsNotThereIsNamedAndAnotherIsOffered() {
        presenter.openShell()
        report(.notStarted(detail: "No such file or directory"))
        #expect(view.state.banner?.text.contains("/bin/zsh") == true)
        #expect(view.state.banner?.action?.kind == .otherShell)
        presenter.press(.startAgain)
        #expect(view.commands == [["/bin/zsh"], ["/bin/zsh"]])
    }

    @Test func aShellThatTheUserLeavesHasJustEnded() {
        openShell()
        report(.typed)
        report(.ended(.code(1), said: ""))
        #expect(view.state.banner?.tone == .information)
        #expect(view.state.banner?.action?.kind == .startAgain)
    }
}
