import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The dictation page while a server recognises.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ServerDictationTests: DictationScene {
    private static let attic = ServerProfile(
        id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)

    let view = SpyDictationView()
    let dictation: DictationDoubles
    let models = ModelStage(present: [])
    let presenter: DictationPresenter
    private let servers = FakeServers()
    private let store = FakePreferenceStore()
    private let saver = FakeTextSaver()

    init() {
        var preferences = Preferences()
        preferences.servers.profiles = [Self.attic]
        preferences.servers.engine = "1"
        preferences.servers.timeout = 45
        store.save(preferences)
        dictation = DictationDoubles(servers: servers)
        presenter = DictationPresenter(
            view, dictation, models, servers: servers, store: store, saver: saver)
        presenter.activateAlone()
    }

    private static let recording = UnsentSpeech(SpeechRecording([Float](repeating: 0.5, count: 16_000)), start: 32_000)

    private func begin() async -> DictationOptions? {
        presenter.pressButton()
        let options = await dictation.options()
        enter(.opening, .listening)
        return options
    }

    private func fail(_ kind: ServerError.Kind) async {
        await dictation.end()
        servers.keep(Self.recording)
        presenter.dictationService(
            dictation.service, didReport: .failure(.recognition(RecognitionError(.server(kind)))))
        enter(.finishing, .idle)
        await view.nextChange { view.state.banner?.alternative?.kind == .saveRecording }
    }

    @Test func theServerThatWasChosenRecognisesAndNobodyElse() async throws {
        model(.absent)
        #expect(view.state.chip == "Attic")
        #expect(view.state.banner == nil)
        let options = try #require(await begin())
        #expect(options.recognition.engine == .server(Self.attic, timeout: 45))
        #expect(options.resumed == nil)
    }

    @Test func aSessionThatNeverBeganLosesNeitherTheTextNorTheRecording() async throws {
        _ = await begin()
        hear("words")
        await fail(.timedOut)
        servers.keep(UnsentSpeech())
        view.answer = true
        presenter.pressButton()
        await view.nextChange { view.state.button == .wait }
        enter(.opening)
        hear("")
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .terminal)))))
        enter(.finishing, .idle)
        await view.nextChange { view.state.button == .start }
        #expect(view.state.banner?.alternative?.kind == .saveRecording)
        #expect(view.state.paragraphs.first?.first?.text == "words")
    }

    @Test func nobodyIsToldToKeepSpeakingOnceTheMicrophoneIsClosed() async {
        _ = await begin()
        presenter.dictationService(
            dictation.service, didReport: .halt(RecognitionError(.server(.unreachable))))
        #expect(view.state.banner?.text.hasSuffix("You can keep speaking.") == true)
        enter(.finishing)
        #expect(view.state.banner?.text.contains("speaking") == false)
    }

    @Test func aServerThatIsNotInTheListIsNotReplacedBySomethingElse() {
        var preferences = store.load()
        preferences.servers.profiles = []
        store.save(preferences)
        let presenter = DictationPresenter(
            view, dictation, models, servers: servers, store: store, saver: saver)
        presenter.activateAlone()
        model(.ready)
        presenter.pressButton()
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 1)
    }

    @Test func whatAServerDidNotTakeIsKeptAndSentAgainOnlyWhenAsked() async throws {
        _ = await begin()
        hear("the beginning")
        await fail(.unreachable)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(!view.state.isEditable)
        #expect(view.state.farewell != nil)
        presenter.press(.retry)
        let options = try #require(await dictation.options())
        #expect(options.resumed?.speech == Self.recording)
        #expect(options.resumed?.transcript.text == "the beginning")
        #expect(options.recognition.engine == .server(Self.attic, timeout: 45))
        servers.keep(UnsentSpeech())
        enter(.opening, .listening)
        hear("the beginning and the end")
        enter(.finishing, .idle)
        #expect(view.state.banner == nil)
        #expect(view.state.paragraphs.first?.first?.text == "the beginning and the end")
    }

    @Test func aSessionWithoutWordsIsTheSameSessionWhenItsSoundIsSentAgain() async throws {
        let first = try #require(await begin())
        await fail(.unreachable)
        presenter.press(.retry)
        let second = try #require(await dictation.options())
        #expect(second.resumed?.speech == Self.recording)
        #expect(second.session == first.session)
    }

    @Test func recordingWaitsForTheModelsToBeListedAndIsThenSent() async throws {
        _ = await begin()
        hear("the beginning")
        await fail(.unreachable)
        store.change { $0.servers.engine = "" }
        await view.nextChange { view.state.chip != "Attic" }
        presenter.press(.retry)
        #expect(view.state.button == .wait)
        model(.ready)
        let options = try #require(await dictation.options())
        #expect(options.recognition.engine == .local)
        #expect(options.resumed?.speech == Self.recording)
    }

    @Test func whatFailsASecondTimeKeepsItsPlaceInTheSession() async throws {
        _ = await begin()
        await fail(.timedOut)
        presenter.press(.retry)
        // The recording ends by itself.
        await dictation.enters(.idle)
        enter(.opening, .listening)
        servers.keep(UnsentSpeech(SpeechRecording([0.5, 0.5]), start: 8_000))
        presenter.dictationService(
            dictation.service, didReport: .failure(.recognition(RecognitionError(.server(.timedOut)))))
        enter(.finishing, .idle)
        await view.nextChange { view.state.banner?.alternative != nil }
        presenter.press(.retry)
        let options = try #require(await dictation.options())
        #expect(options.resumed?.speech.start == 40_000)
    }

    @Test func aRefusedKeyLeadsToTheServerAndTheRecordingIsKept() async {
        _ = await begin()
        await fail(.unauthorized)
        #expect(view.state.banner?.action?.kind == .editServer)
        presenter.press(.editServer)
        #expect(view.openedPreferences == [.servers])
    }

    @Test func aNewSessionGivesARecordingUpOnlyAfterAQuestion() async throws {
        _ = await begin()
        await fail(.timedOut)
        presenter.pressButton()
        await view.nextChange { view.questions.count == 1 }
        #expect(view.state.banner?.alternative?.kind == .saveRecording)
        view.answer = true
        presenter.pressButton()
        let options = try #require(await dictation.options())
        #expect(view.questions.count == 2)
        #expect(options.resumed == nil)
    }

    @Test func aServerThatIsLookedAfterCanBeTriedAgain() async {
        _ = await begin()
        await fail(.unauthorized)
        presenter.press(.editServer)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(view.state.banner?.alternative?.kind == .saveRecording)
    }

    @Test func aFailureInMidSpeechLeavesTheMicrophoneOpenAndIsTriedAgainWhenAsked() async {
        _ = await begin()
        presenter.dictationService(dictation.service, didReport: .halt(RecognitionError(.server(.timedOut))))
        #expect(view.state.button == .stop)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(view.state.banner?.alternative == nil)
        enter(.paused, .opening, .listening)
        #expect(view.state.banner?.action?.kind == .retry, "a pause mends no server")
        presenter.press(.retry)
        #expect(servers.repeats == 1)
        #expect(view.state.banner == nil)
        presenter.press(.retry)
        #expect(servers.repeats == 1)
        presenter.dictationService(dictation.service, didReport: .halt(nil))
        hear("all of it")
        enter(.finishing, .idle)
        #expect(view.state.banner == nil)
    }

    @Test func aWrongKeyInMidSpeechLeadsToTheServerAndCanBeTriedAgain() async {
        _ = await begin()
        presenter.dictationService(dictation.service, didReport: .halt(RecognitionError(.server(.unauthorized))))
        #expect(view.state.banner?.action?.kind == .editServer)
        #expect(view.state.banner?.alternative?.kind == .retry)
    }

    @Test func whatIsBeingSentIsShownWithItsShareAndCanBeCancelled() async {
        _ = await begin()
        presenter.dictationService(dictation.service, didReport: .recognised(30, of: 120))
        #expect(view.state.progress == nil, "while somebody speaks the text itself is the progress")
        enter(.finishing)
        #expect(view.state.progress?.fraction == 0.25)
        #expect(view.state.progress?.canCancel == true)
        presenter.dictationService(dictation.service, didReport: .recognised(60, of: 120))
        #expect(view.state.progress?.fraction == 0.5)
        presenter.cancelProgress()
        await dictation.enters(.idle)
        servers.keep(Self.recording)
        enter(.idle)
        await view.nextChange { view.state.banner?.alternative?.kind == .saveRecording }
        #expect(view.state.progress == nil)
    }

    @Test func theShareOfWhatIsSentAgainCountsFromWhereItBegins() async {
        _ = await begin()
        await fail(.unreachable)
        presenter.press(.retry)
        enter(.opening, .listening, .finishing)
        // The recording begins two seconds into the session.
        #expect(view.state.progress?.fraction == 0)
        presenter.dictationService(dictation.service, didReport: .recognised(2.5, of: 3))
        #expect(view.state.progress?.fraction == 0.5)
    }

    @Test func theRecordingCanBeSavedAndIsAskedForNoMore() async {
        _ = await begin()
        await fail(.interrupted)
        presenter.saveRecording(to: "/tmp/speech.wav")
        await view.nextChange { view.state.banner == nil }
        #expect(saver.recordings == [Self.recording.recording])
        #expect(view.state.farewell == nil)
    }
}
