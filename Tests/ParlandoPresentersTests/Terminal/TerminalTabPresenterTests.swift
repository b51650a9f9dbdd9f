import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Several sessions in tabs, and whose text goes where.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalTabPresenterTests: TerminalScene {
    let stage = TerminalStage()
    private let first = TerminalTabID(1)
    private let second = TerminalTabID(2)

    init() {
        model(.ready)
    }

    /// A connection to Attic in the first tab, and one to Cellar in the second, which is in front.
    private func openTwo() {
        connect("1")
        presenter.openTab()
        connect("2")
    }

    private func row(_ tab: TerminalTabID) -> TerminalViewState.Tab? {
        view.state.tabs.first { $0.id == tab }
    }

    // MARK: Opening and showing

    @Test func aNewTabOffersTheConnections() {
        connect("1")
        presenter.openTab()
        #expect(view.state.tabs.count == 2)
        #expect(view.state.front == second)
        #expect(!view.state.isOpen)
        #expect(view.focus == .tab)
        connect("2")
        #expect(view.state.title == "Cellar")
        presenter.stepTab(by: -1)
        #expect(view.state.title == "Attic")
        #expect(view.commands == [["ssh", "--", "attic.example"], ["ssh", "--", "cellar.example"]])
        #expect(view.ended.isEmpty)
    }

    @Test func eachTabKeepsItsTextAndItsState() {
        openTwo()
        edit("for Cellar")
        presenter.selectTab(first)
        #expect(preview.isEmpty)
        edit("for Attic")
        report(.ended(.code(0), said: ""))
        #expect(view.state.banner != nil)
        presenter.selectTab(second)
        #expect(preview == "for Cellar")
        #expect(view.state.banner == nil)
        #expect(view.state.canSend)
        presenter.send()
        #expect(view.pasted == ["for Cellar"])
        #expect(view.pastedInto == [second])
        presenter.selectTab(first)
        #expect(preview == "for Attic")
        #expect(!view.state.canSend)
    }

    @Test func anEditThatArrivesLateStaysInItsTab() {
        openTwo()
        presenter.selectTab(first)
        presenter.edit("for Cellar", in: second)
        #expect(preview.isEmpty)
        presenter.selectTab(second)
        #expect(preview == "for Cellar")
    }

    @Test func theTitleOfAProgramIsShownInItsTabAndIsHarmless() {
        openTwo()
        #expect(row(second)?.title == "Cellar")
        report(.title("ann@cellar: ~\u{202e}\u{7}\nx"), in: second)
        #expect(row(second)?.title == "ann@cellar: ~ x")
        #expect(row(second)?.name == "Cellar: ann@cellar: ~ x")
        report(.title("  "), in: second)
        #expect(row(second)?.title == "Cellar")
        report(.title(String(repeating: "x", count: 100_000)), in: second)
        #expect(row(second)?.title.count == 200)
        presenter.press(.startAgain)
        #expect(row(second)?.title == "Cellar")
    }

    @Test func aTabInTheBackgroundIsMarked() {
        openTwo()
        report(.wrote, in: second)
        report(.rang, in: second)
        #expect(row(second)?.mark == TerminalViewState.Tab.Mark.none)
        report(.wrote, in: first)
        #expect(row(first)?.mark == .output)
        report(.rang, in: first)
        report(.wrote, in: first)
        #expect(row(first)?.mark == .rang)
        #expect(row(first)?.name == "Attic, bell")
        presenter.selectTab(first)
        #expect(row(first)?.mark == TerminalViewState.Tab.Mark.none)
        presenter.selectTab(second)
        report(.ended(.code(0), said: ""), in: first)
        #expect(row(first)?.mark == .ended)
        presenter.selectTab(first)
        #expect(row(first)?.mark == .ended)
    }

    // MARK: Dictation

    @Test(arguments: [false, true])
    func wordsGoToTheTabInWhichTheDictationWasStarted(atOnce: Bool) {
        choose { $0.sendsAtOnce = atOnce }
        openTwo()
        dictate("for")
        presenter.selectTab(first)
        #expect(row(second)?.mark == .dictating)
        #expect(view.state.status.contains("Cellar"))
        #expect(view.state.voice == .stop)
        hear("for Cellar", interim: "only")
        #expect(preview.isEmpty)
        enter(.finishing)
        hear("for Cellar only")
        enter(.idle)
        #expect(preview.isEmpty)
        #expect(row(second)?.mark == TerminalViewState.Tab.Mark.none)
        #expect(view.pasted.joined() == (atOnce ? "for Cellar only" : ""))
        #expect(view.pastedInto.allSatisfy { $0 == second })
        // The next one goes to the tab that is in front then.
        dictate("for Attic")
        presenter.selectTab(second)
        #expect(preview == (atOnce ? "" : "for Cellar only"))
        hear("for Attic too")
        enter(.finishing, .idle)
        presenter.selectTab(first)
        #expect(preview == (atOnce ? "" : "for Attic too"))
        #expect(view.pastedInto.suffix(2) == (atOnce ? [first, first] : []))
    }

    @Test func textCanBeEditedAndSentInOneTabWhileAnotherListens() {
        openTwo()
        dictate("for Cellar")
        presenter.selectTab(first)
        #expect(view.state.isPreviewEditable)
        edit("for Attic")
        presenter.send()
        #expect(view.pasted == ["for Attic"])
        #expect(view.pastedInto == [first])
        presenter.discard()
        presenter.selectTab(second)
        #expect(view.state.isRecording)
        #expect(!view.state.isPreviewEditable)
        #expect(preview == "for Cellar")
    }

    @Test func aHiddenPromptHoldsOnlyTheTextOfItsTab() {
        choose { $0.sendsAtOnce = true }
        openTwo()
        dictate("one")
        presenter.selectTab(first)
        let hidden = TerminalInput(readsLines: true, isHidden: true)
        view.input = hidden
        report(.input(hidden), in: second)
        hear("one two")
        #expect(view.pasted == ["one"])
        // The prompt in Cellar is over while Attic is in front.
        view.input = TerminalInput()
        report(.input(TerminalInput()), in: first)
        #expect(view.pasted == ["one"])
        report(.input(TerminalInput()), in: second)
        #expect(view.pasted == ["one", " two"])
        #expect(view.pastedInto == [second, second])
    }

    @Test func aSessionThatEndsInTheBackgroundStopsItsDictationOnly() async throws {
        openTwo()
        dictate("for Cellar")
        presenter.selectTab(first)
        report(.ended(.code(0), said: ""), in: first)
        #expect(view.state.voice == .stop)
        report(.ended(.sshFailed, said: "Broken pipe"), in: second)
        _ = try #require(await dictation.options())
        await dictation.enters(.finishing)
        enter(.finishing, .idle)
        presenter.selectTab(second)
        #expect(preview == "for Cellar")
    }

    @Test func aMicrophoneThatCannotBeOpenedIsSaidInItsTab() {
        openTwo()
        presenter.pressVoice()
        enter(.opening)
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        enter(.finishing, .idle)
        #expect(view.state.banner?.action?.kind == .retry)
        presenter.selectTab(first)
        #expect(view.state.banner == nil)
        presenter.selectTab(second)
        #expect(view.state.banner?.action?.kind == .retry)
    }

    private func chooseServer() {
        var preferences = store.load()
        preferences.terminal.sendsAtOnce = true
        preferences.servers.profiles = [
            ServerProfile(id: "s", name: "Roof", address: "https://roof.example", wire: .whisper)
        ]
        preferences.servers.engine = "s"
        store.save(preferences)
        presenter.change { _ in }
    }

    /// A dictation in the tab in front whose sound the server did not accept.
    private func dictateInVain() async {
        dictate("")
        servers.keep(UnsentSpeech(SpeechRecording([0.5, 0.5]), start: 0))
        enter(.finishing, .idle)
        await view.nextChange { view.state.banner?.action?.kind == .retry }
    }

    @Test func soundThatIsSentAgainStaysWithTheSessionItWasSpokenFor() async {
        chooseServer()
        connect("1")
        await dictateInVain()
        connect("2")
        presenter.press(.retry)
        enter(.opening, .listening)
        hear("the secret of Attic")
        #expect(view.pasted.isEmpty)
        #expect(preview == "the secret of Attic")
        #expect(view.state.status.contains("Attic"))
    }

    @Test func soundIsOfferedInItsTabAlthoughTheMicrophoneFailedInAnother() async {
        chooseServer()
        openTwo()
        await dictateInVain()
        presenter.selectTab(first)
        #expect(view.state.banner == nil)
        view.answer = true
        presenter.pressVoice()
        await view.nextChange { view.state.voice == .wait }
        enter(.opening)
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        servers.keep(UnsentSpeech(SpeechRecording([]), start: 0))
        enter(.finishing, .idle)
        await view.nextChange { view.state.voice == .start }
        presenter.selectTab(second)
        presenter.press(.retry)
        enter(.opening, .listening)
        hear("the secret of Cellar")
        #expect(view.pasted == ["the secret of Cellar"])
        #expect(view.pastedInto == [second])
        presenter.selectTab(first)
        #expect(preview.isEmpty)
    }

    @Test func soundOfAClosedTabIsOfferedInTheOneInFront() async {
        chooseServer()
        openTwo()
        await dictateInVain()
        report(.ended(.code(0), said: ""))
        presenter.closeTab()
        #expect(view.state.banner?.action?.kind == .retry)
        presenter.press(.retry)
        enter(.opening, .listening)
        hear("the secret of Cellar")
        enter(.finishing, .idle)
        #expect(preview == "the secret of Cellar")
        #expect(view.state.status.contains("Cellar"))
    }

    // MARK: Closing

    @Test func aShellWithoutAProgramIsClosedAtOnce() {
        openShell()
        presenter.openTab()
        openShell()
        presenter.closeTab()
        #expect(view.questions.isEmpty)
        #expect(view.ended == [second])
        #expect(view.state.tabs.map(\.id) == [first])
        #expect(view.focus == .tab)
        presenter.closeTab()
        #expect(view.state.tabs.map(\.id) == [TerminalTabID(3)])
        #expect(!view.state.isOpen)
    }

    @Test(arguments: [true, false])
    func closingATabAsksWhileAProgramRunsThere(answer: Bool) async {
        openShell()
        presenter.openTab()
        view.busyTabs = [first]
        view.answer = answer
        presenter.closeTab(first)
        await view.nextChange { !view.questions.isEmpty && (!answer || !view.ended.isEmpty) }
        #expect(view.ended == (answer ? [first] : []))
        #expect(view.state.tabs.contains { $0.id == first } == !answer)
        #expect(view.state.front == second)
    }

    @Test func closingATabAsksBeforeItsTextIsLost() async {
        openShell()
        edit("words")
        view.answer = true
        presenter.closeTab()
        await view.nextChange { !view.ended.isEmpty }
        #expect(view.questions.count == 1)
        #expect(preview.isEmpty)
    }

    @Test func closingTheTabOfADictationDiscardsItsWords() async {
        choose { $0.sendsAtOnce = true }
        openTwo()
        dictate("for Cellar")
        view.answer = true
        presenter.closeTab()
        await view.nextChange { !view.ended.isEmpty }
        hear("for Cellar only")
        enter(.finishing, .idle)
        #expect(view.pasted == ["for Cellar"])
        #expect(preview.isEmpty)
        #expect(view.state.front == first)
        #expect(view.state.voice == .start)
        #expect(view.state.banner == nil)
    }

    @Test func goingBackKeepsTheTextAndAsksNothingAboutIt() {
        openShell()
        edit("words")
        presenter.goBack()
        #expect(view.questions.isEmpty)
        #expect(view.ended == [first])
        #expect(!view.state.isOpen)
        #expect(preview == "words")
    }

    // MARK: Closing the window

    @Test func closingTheWindowAsksWhereSomethingWouldBeLost() {
        #expect(presenter.farewell == nil)
        openShell()
        #expect(presenter.farewell == nil)
        view.busyTabs = [first]
        #expect(presenter.farewell?.title == "Close Terminal?")
        view.busyTabs = []
        connect()
        #expect(presenter.farewell?.title == "Close Connection?")
        report(.ended(.code(0), said: ""))
        #expect(presenter.farewell == nil)
        #expect(!view.state.hasText)
        edit("words")
        #expect(presenter.farewell?.title == "Discard Dictated Text?")
        // The session of the desktop is told as well.
        #expect(view.state.hasText)
    }

    @Test func closingTheWindowAsksOnceForAllTabs() throws {
        openTwo()
        presenter.openTab()
        openShell()
        var question = try #require(presenter.farewell)
        #expect(question.text.contains("2 tabs"))
        #expect(!question.text.contains("not sent"))
        presenter.selectTab(first)
        edit("words")
        presenter.openTab()
        view.busyTabs = [TerminalTabID(3)]
        question = try #require(presenter.farewell)
        #expect(question.text.contains("3 tabs"))
        #expect(question.text.contains("not sent"))
    }
}

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
