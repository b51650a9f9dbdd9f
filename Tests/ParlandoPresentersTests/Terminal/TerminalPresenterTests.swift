import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalPresenterTests: TerminalScene {
    let stage = TerminalStage()

    init() {
        model(.ready)
    }

    // MARK: Connection

    @Test func nothingCanBeDictatedIntoNothing() {
        #expect(!view.state.isVoiceEnabled)
        #expect(!view.state.status.isEmpty)
        presenter.pressVoice()
        #expect(view.state.voice == .start)
    }

    @Test func theShellIsConnectedAsSoonAsItRuns() {
        presenter.openShell()
        #expect(view.commands == [["/bin/zsh"]])
        #expect(!view.state.isVoiceEnabled)
        report(.started)
        #expect(view.state.isVoiceEnabled)
    }

    @Test func aConnectionStandsOnlyWhenSshHasBeenLetIn() {
        presenter.openConnection("1")
        #expect(view.commands == [["ssh", "--", "attic.example"]])
        report(.started)
        #expect(!view.state.isVoiceEnabled)
        report(.connected)
        #expect(view.state.isVoiceEnabled)
        #expect(view.state.title == "Attic")
    }

    @Test(arguments: [
        "ssh: Could not resolve hostname x", "Connection refused", "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "Permission denied (publickey)", "",
    ])
    func aConnectionThatFailsSaysWhyAndCanBeTriedAgain(said: String) {
        presenter.openConnection("1")
        report(.started)
        report(.ended(.sshFailed, said: said))
        #expect(view.state.banner?.tone == .failure)
        presenter.press(.startAgain)
        #expect(view.commands.count == 2)
        #expect(view.state.banner == nil)
    }

    @Test func aProgramThatIsNotThereIsSaid() {
        presenter.openConnection("1")
        report(.notStarted(detail: "ssh: No such file"))
        #expect(view.state.banner?.tone == .failure)
    }

    // MARK: Dictated text

    @Test func whatIsSaidWaitsUntilItIsSent() {
        connect()
        dictate("list the files")
        #expect(view.state.preview.first?.first?.text == "list the files")
        #expect(view.pasted.isEmpty)
        presenter.send()
        #expect(view.pasted == ["list the files"])
        #expect(view.state.preview.isEmpty)
        #expect(!view.state.canSend)
    }

    @Test func whatIsSaidGoesInAtOnceWhereThatIsWished() {
        choose { $0.sendsAtOnce = true }
        connect()
        dictate("git")
        hear("git commit", interim: "all")
        hear("git commit all")
        #expect(view.pasted == ["git", " commit", " all"])
    }

    @Test func aKeyEndsTheSentenceThatTheNextWordWouldContinue() {
        choose { $0.sendsAtOnce = true }
        connect()
        dictate("git")
        report(.typed)
        hear("git push")
        #expect(view.pasted == ["git", "push"])
    }

    @Test(arguments: ["rm x\n", "a\u{1B}[201~\nb", "\u{3}", "a\rb\u{1B}]0;x\u{7}"])
    func nothingHostileReachesTheTerminal(text: String) {
        connect()
        edit(text)
        presenter.send()
        let sent = view.pasted.joined()
        #expect(sent.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
    }

    @Test func lineBreaksAreSentOnlyWhereTheUserAskedForThem() {
        connect()
        edit("one\ntwo")
        presenter.send()
        choose { $0.sendsLineBreaks = true }
        report(.typed)
        edit("one\ntwo")
        presenter.send()
        #expect(view.pasted == ["one two", "one\ntwo"])
    }

    @Test func whatIsThrownAwayNeverArrives() async {
        connect()
        dictate("secret words")
        presenter.discard()
        hear("secret words")
        enter(.finishing, .idle)
        presenter.send()
        #expect(view.pasted.isEmpty)
        #expect(view.state.preview.isEmpty)
    }

    // MARK: Bad days

    @Test func aConnectionLostInMidSentenceKeepsTheText() async {
        connect()
        dictate("half a sentence")
        report(.ended(.sshFailed, said: "Broken pipe"))
        #expect(view.state.banner?.tone == .failure)
        hear("half a sentence and the rest")
        enter(.finishing, .idle)
        #expect(view.pasted.isEmpty)
        #expect(!view.state.canSend)
        presenter.press(.startAgain)
        report(.started)
        report(.connected)
        presenter.send()
        #expect(view.pasted == ["half a sentence and the rest"])
    }

    @Test func whatWentIntoALostConnectionIsOfferedAgain() {
        choose { $0.sendsAtOnce = true }
        connect()
        dictate("half a")
        report(.ended(.sshFailed, said: "Broken pipe"))
        hear("half a sentence")
        #expect(view.pasted == ["half a"])
        #expect(view.state.preview.first?.first?.text == "half a sentence")
    }

    @Test func closingTheTerminalWhileRecordingStopsTheMicrophoneAndKeepsTheText() async throws {
        connect()
        dictate("words")
        await goBack()
        #expect(view.ended == [front])
        var commands = dictation.commands.makeAsyncIterator()
        _ = try #require(await commands.next()?.started)
        #expect(await commands.next() == .stop)
        #expect(view.state.preview.first?.first?.text == "words")
    }

    @Test func theTextThatWaitsStaysWhenAnotherPageHasTheMicrophone() {
        model(.ready)
        connect()
        dictate("words for the terminal")
        enter(.finishing, .idle)
        presenter.pressVoice()
        enter(.opening)
        hear("")
        presenter.dictationService(dictation, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        enter(.finishing, .idle)
        #expect(view.state.voice == .start)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(view.state.preview.first?.first?.text == "words for the terminal")
    }

    @Test func aMicrophoneThatWasTakenIsOpenedOnceMoreWhenAsked() async {
        connect()
        dictate("words")
        enter(.deviceLost, .opening)
        presenter.dictationService(dictation, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        enter(.paused)
        presenter.press(.retry)
        #expect(view.state.banner == nil)
        var commands = dictation.commands.makeAsyncIterator()
        _ = await commands.next()
        #expect(await commands.next() == .resume)
    }

    @Test func anotherMicrophoneIsUsedAtOnceWhenItIsChosen() async {
        connect()
        dictate("words")
        var preferences = store.load()
        preferences.microphone = "plughw:CARD=USB"
        store.save(preferences)
        presenter.adopt(preferences)
        var commands = dictation.commands.makeAsyncIterator()
        _ = await commands.next()
        #expect(await commands.next() == .change("plughw:CARD=USB"))
    }

    private func connectToServer() {
        var preferences = store.load()
        preferences.servers.profiles = [
            ServerProfile(id: "s", name: "Cellar", address: "https://cellar.example", wire: .whisper)
        ]
        preferences.servers.engine = "s"
        store.save(preferences)
        presenter.change { _ in }
        connect()
    }

    @Test func aServerThatFailsInMidSpeechLeavesTheMicrophoneOpenAndIsTriedAgainWhenAsked() {
        connectToServer()
        dictate("the beginning")
        presenter.dictationService(dictation, didReport: .halt(RecognitionError(.server(.unreachable))))
        #expect(view.state.isRecording)
        #expect(view.state.banner?.action?.kind == .retry)
        presenter.press(.retry)
        #expect(servers.repeats == 1)
        #expect(view.state.banner == nil)
        #expect(view.state.isRecording)
    }

    @Test func sendingCanBeCancelledAndTheRecordingIsOfferedAgain() async {
        connectToServer()
        dictate("the beginning")
        enter(.finishing)
        presenter.dictationService(dictation, didReport: .recognised(1, of: 4))
        #expect(view.state.progress?.fraction == 0.25)
        presenter.cancelProgress()
        var commands = dictation.commands.makeAsyncIterator()
        _ = await commands.next()
        #expect(await commands.next() == .abort)
        servers.keep(UnsentSpeech(SpeechRecording([0.5, 0.5]), start: 1))
        enter(.idle)
        await view.nextChange { view.state.banner?.alternative?.kind == .saveRecording }
    }

    @Test func whatIsThrownAwayWhileAServerListensIsNotOfferedAgain() {
        connectToServer()
        dictate("nonsense")
        servers.keep(UnsentSpeech(SpeechRecording([0.5, 0.5]), start: 1))
        presenter.discard()
        enter(.finishing, .idle)
        #expect(view.state.banner == nil)
        #expect(view.state.voice == .start)
    }

    // MARK: Connections that are kept

    @Test func thePageSaysWhenAnotherOneUsesADifferentModel() {
        openShell()
        model(.present, isAwaited: true)
        #expect(view.state.banner == nil)
        enter(.opening, .listening)
        #expect(view.state.banner?.text.hasPrefix("Another page is using a different speech model.") == true)
        enter(.finishing)
        #expect(view.state.banner?.tone == .information)
        model(.ready)
        #expect(view.state.banner == nil)
    }

    @Test func aFormBecomesAConnectionAndCanBeChanged() throws {
        presenter.addConnection()
        var form = try #require(view.forms.last)
        #expect(form.connection == nil)
        form.host = " roof.example "
        form.port = "2200"
        presenter.save(form)
        let made = try #require(store.load().terminal.connections.last)
        #expect(made.address == "roof.example:2200")
        presenter.editConnection(made.id)
        form = try #require(view.forms.last)
        form.user = "ann"
        presenter.save(form)
        #expect(
            store.load().terminal.connections.map(\.address) == [
                "attic.example", "cellar.example", "ann@roof.example:2200",
            ])
        presenter.removeConnection(made.id)
        #expect(view.state.connections.map(\.title) == ["Attic", "Cellar"])
    }
}
