import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What keeps dictated text from going into the terminal by itself, and what a press of Send does then.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalSendTests: TerminalScene {
    let stage = TerminalStage()
    private static let long = String(repeating: "word ", count: 1_200)

    init() {
        model(.ready)
        choose { $0.sendsAtOnce = true }
    }

    private func input(_ input: TerminalInput) {
        view.input = input
        report(.input(input))
    }

    // MARK: Whose text it is

    @Test func theLastWordsOfADictationDoNotGoIntoTheNextConnection() async {
        connect("1")
        dictate("the secret")
        await goBack()
        connect("2")
        hear("the secret of Attic")
        enter(.finishing, .idle)
        #expect(view.pasted == ["the secret"])
        #expect(view.state.preview.first?.first?.text == "of Attic")
        #expect(view.state.status.contains("Attic"))
    }

    @Test func whatWasDictatedForAnotherConnectionWaitsWhileMoreIsSaid() {
        connect("1")
        edit("for Attic only")
        connect("2")
        dictate("and this is for Cellar")
        #expect(view.pasted.isEmpty)
        presenter.discard()
        enter(.finishing, .idle)
        dictate("new")
        #expect(view.pasted == ["new"])
    }

    @Test func aSessionOnTheSameHostIsAnotherOneToo() {
        connect("1")
        dictate("half a sentence")
        report(.ended(.sshFailed, said: "Broken pipe"))
        presenter.press(.startAgain)
        report(.started)
        report(.connected)
        hear("half a sentence and the rest")
        enter(.finishing, .idle)
        #expect(view.pasted == ["half a sentence"])
        #expect(view.state.preview.first?.first?.text == "half a sentence and the rest")
        // The same host: nothing is asked.
        presenter.send()
        #expect(view.pasted.last == "half a sentence and the rest")
        #expect(view.questions.isEmpty)
    }

    @Test(arguments: [true, false])
    func sendingItToAnotherHostIsAskedAbout(answer: Bool) async {
        connect("1")
        edit("for Attic only")
        connect("2")
        view.answer = answer
        presenter.send()
        await view.nextChange { !view.questions.isEmpty }
        #expect(view.questions.first?.text.contains("Attic") == true)
        #expect(view.questions.first?.title.contains("Cellar") == true)
        if answer {
            await view.nextChange { view.state.preview.isEmpty }
        }
        #expect(view.pasted == (answer ? ["for Attic only"] : []))
        #expect(view.state.preview.isEmpty == answer)
    }

    @Test func whatIsSaidInASessionGoesThereAsBefore() {
        connect("1")
        dictate("one")
        enter(.finishing, .idle)
        connect("2")
        dictate("two")
        hear("two three")
        #expect(view.pasted == ["one", "two", " three"])
    }

    // MARK: Hidden prompts

    @Test func nothingGoesIntoAPasswordByItself() {
        connect()
        dictate("sudo")
        input(TerminalInput(readsLines: true, isHidden: true))
        hear("sudo make me a sandwich")
        #expect(view.pasted == ["sudo"])
        #expect(view.state.status.contains("hiding"))
        input(TerminalInput())
        #expect(view.pasted == ["sudo", " make me a sandwich"])
        #expect(!view.state.status.contains("hiding"))
    }

    @Test func aPromptThatNobodyToldOfIsSeenAtTheMomentOfSending() {
        connect()
        view.input = TerminalInput(readsLines: true, isHidden: true)
        dictate("words")
        #expect(view.pasted.isEmpty)
    }

    @Test func aPressSendsIntoAHiddenPromptAllTheSame() {
        connect()
        input(TerminalInput(readsLines: true, isHidden: true))
        dictate("open sesame")
        presenter.send()
        #expect(view.pasted == ["open sesame"])
    }

    // MARK: Long lines

    @Test func aLineThatWouldBeCutIsSaidBeforeItIsSentAndCanBeBroken() throws {
        choose { $0.sendsAtOnce = false }
        openShell()
        input(TerminalInput(readsLines: true))
        edit(Self.long)
        #expect(view.state.banner?.tone == .warning)
        #expect(view.state.banner?.text.contains("4095") == true)
        #expect(view.state.banner?.action?.kind == .sendInLines)
        presenter.press(.sendInLines)
        let sent = try #require(view.pasted.first)
        #expect(sent.split(separator: "\n").count == 2)
        #expect(TerminalInput(readsLines: true).fit(sent) == .whole)
        #expect(sent.replacing("\n", with: " ") == Self.long)
        #expect(view.state.banner == nil)
    }

    @Test(arguments: [true, false])
    func aPressAsksWhetherToSendInLines(answer: Bool) async {
        choose { $0.sendsAtOnce = false }
        openShell()
        input(TerminalInput(readsLines: true))
        edit(Self.long)
        view.answer = answer
        presenter.send()
        await view.nextChange { !view.questions.isEmpty && (!answer || view.state.preview.isEmpty) }
        #expect(view.pasted.count == (answer ? 1 : 0))
        #expect(view.pasted.allSatisfy { $0.contains("\n") })
        #expect(view.state.preview.isEmpty == answer)
    }

    @Test func wordsWaitWhenTheLineIsFullAndGoOnAfterEnter() {
        openShell()
        input(TerminalInput(readsLines: true, lineBytes: 4_090))
        dictate("seven letters")
        #expect(view.pasted.isEmpty)
        #expect(view.state.banner?.action?.kind == .sendInLines)
        input(TerminalInput(readsLines: true))
        #expect(view.pasted == ["seven letters"])
    }

    @Test func whereNobodyKnowsWhoReadsThePageSaysSoAndAPressSends() {
        choose { $0.sendsAtOnce = false }
        connect()
        edit(Self.long)
        #expect(view.state.banner?.action?.kind == .sendInLines)
        presenter.send()
        #expect(view.pasted == [Self.long])
        #expect(view.questions.isEmpty)
    }

    @Test func anEditorThatTakesPastesTakesAnyLength() {
        choose { $0.sendsAtOnce = false }
        openShell()
        input(TerminalInput(takesPastes: true))
        edit(Self.long)
        #expect(view.state.banner == nil)
        presenter.send()
        #expect(view.pasted == [Self.long])
    }
}
