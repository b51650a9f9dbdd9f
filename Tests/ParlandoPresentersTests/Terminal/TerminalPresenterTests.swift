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

    @Test(arguments: [true, false]) func aLostConnectionSpeaksOnlyOfTextThatIsThere(hasText: Bool) {
        connect()
        if hasText {
            dictate("list the files")
        }
        report(.ended(.sshFailed, said: ""))
        let text = view.state.banner?.text
        #expect(text == "The connection was lost." + (hasText ? " Your unsent text is still here." : ""))
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
        _ = try #require(await dictation.options())
        await dictation.enters(.finishing)
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
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        enter(.finishing, .idle)
        #expect(view.state.voice == .start)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(view.state.preview.first?.first?.text == "words for the terminal")
    }

    @Test func aMicrophoneThatWasTakenIsOpenedOnceMoreWhenAsked() async {
        connect()
        dictate("words")
        enter(.deviceLost, .opening)
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .dictation)))))
        enter(.paused)
        await dictation.enters(.listening)
        await dictation.service.pause()
        await dictation.enters(.paused)
        presenter.press(.retry)
        #expect(view.state.banner == nil)
        await dictation.enters(.opening)
    }

    @Test func anotherMicrophoneIsUsedAtOnceWhenItIsChosen() async {
        connect()
        dictate("words")
        var preferences = store.load()
        preferences.microphone = "plughw:CARD=USB"
        store.save(preferences)
        presenter.adopt(preferences)
        await dictation.opens("plughw:CARD=USB")
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
        presenter.dictationService(dictation.service, didReport: .halt(RecognitionError(.server(.unreachable))))
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
        presenter.dictationService(dictation.service, didReport: .recognised(1, of: 4))
        #expect(view.state.progress?.fraction == 0.25)
        presenter.cancelProgress()
        await dictation.enters(.idle)
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

/// What may be typed into the form of a connection.
@Suite struct ConnectionFormTests {
    @Test(arguments: ["x", "0", "70000", "-1"])
    func aPortThatIsNoneIsSaid(port: String) {
        var form = ConnectionForm()
        form.host = "x"
        form.port = port
        #expect(form.connection == nil)
        #expect(!form.problem.isEmpty)
    }

    @Test(arguments: [
        (["ann@roof.example:2200", "", ""], ["roof.example", "ann", "2200"]),
        (["ann@roof", "", "22"], ["roof", "ann", "22"]), (["roof:2200", "ann", ""], ["roof", "ann", "2200"]),
        (["a@b@roof", "", ""], ["roof", "a@b", "0"]), (["fe80::1", "", ""], ["fe80::1", "", "0"]),
        (["roof:ssh", "", ""], ["roof:ssh", "", "0"]), (["bob@roof", "ann", ""], ["bob@roof", "ann", "0"]),
    ])
    func userAndPortMayBeTypedWithTheHost(typed: [String], read: [String]) {
        var form = ConnectionForm()
        (form.host, form.user, form.port) = (typed[0], typed[1], typed[2])
        let connection = form.connection
        #expect([connection?.host, connection?.user, connection.map { "\($0.port)" }] == read)
    }

    @Test func aPortThatIsTooLargeIsSaidWhereverItWasTyped() {
        var form = ConnectionForm()
        form.host = "roof.example:70000"
        #expect(form.connection == nil)
        #expect(form.problem == "The port must be a number from 1 to 65535.")
    }
}

/// A press of the voice button before the list of models has arrived.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TerminalPendingStartTests: TerminalScene {
    let stage = TerminalStage()

    @Test func dictationBeginsOnceTheModelsAreListed() async throws {
        openShell()
        presenter.pressVoice()
        #expect(view.state.voice == .wait)
        #expect(view.toasts.isEmpty)
        model(.ready)
        let options = try #require(await dictation.options())
        #expect(options.recognition.engine == .local)
    }
}
