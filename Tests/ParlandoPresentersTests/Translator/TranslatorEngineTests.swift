import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What the translator page says of the engine that recognises speech, and which one it asks for.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorEngineTests {
    private let scene = TranslatorScene()
    private static let attic = ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)

    private func choose(_ engine: String) {
        scene.store.change { preferences in
            preferences.servers.profiles = [Self.attic]
            preferences.servers.engine = engine
        }
    }

    private func model(_ state: ModelState, isAwaited: Bool = false) {
        let base = SpeechModel(name: "base", bytes: 1, sha256: "", isMultilingual: true)
        let entry = ModelEntry(model: base, state: state, diskUse: 1, isChosen: false, isAwaited: isAwaited)
        scene.presenter.modelService(scene.models.service, didChange: [entry])
    }

    @Test func thePageReportsHowFarItsModelIsLoaded() async {
        await scene.listen()
        #expect(scene.state.banner == nil)
        model(.preparing(.loading, fraction: 0.4))
        #expect(scene.state.banner?.text == "Loading speech model Balanced · 40%")
        #expect(scene.state.status == "Listening while the speech model loads")
        model(.preparing(.warming, fraction: 1))
        #expect(scene.state.banner?.text == "Preparing speech model Balanced · 100%")
        model(.ready)
        #expect(scene.state.banner == nil)
        #expect(scene.state.status == "Listening")
    }

    @Test func thePageSaysWhenAnotherOneUsesADifferentModel() async {
        await scene.listen()
        model(.present, isAwaited: true)
        #expect(scene.state.banner?.text.hasPrefix("Another page is using a different speech model.") == true)
        scene.enter(.idle)
        #expect(scene.state.banner == nil)
    }

    @Test func theServerChosenForAllPagesRecognisesHereToo() async {
        choose("1")
        await scene.listen()
        #expect(scene.presenter.options().engine == .server(Self.attic, timeout: 30))
        while scene.parts.servers.sessions.isEmpty {
            await Task.yield()
        }
        #expect(scene.parts.servers.sessions == [Self.attic] && scene.parts.recognizer.sessions == 0)
        #expect(scene.state.status == "Your speech is sent to Attic for transcription.")
        // A model that is loaded for another page is of no interest here.
        model(.preparing(.loading, fraction: 0.4))
        #expect(scene.state.banner == nil)
    }

    @Test func theChosenSpeakerSpeaks() {
        scene.store.change { $0.rhythm.output = "hw:1" }
        scene.presenter.adopt(scene.store.load())
        #expect(scene.presenter.options().loudspeaker == "hw:1")
    }

    @Test func aServerThatIsGoneIsNotReplaced() async {
        choose("2")
        scene.presenter.pressButton()
        #expect(scene.view.toasts == ["The selected server no longer exists. Choose another in Preferences."])
        #expect(scene.state.button == .start)
        choose("")
        await scene.listen()
        #expect(scene.presenter.options().engine == .local)
    }

    @Test func speechThatAServerDidNotTakeIsSentAgainAndNotSpokenAgain() async {
        choose("1")
        let servers = scene.parts.servers
        servers.recognise([], failure: RecognitionError(.server(.unreachable)))
        await scene.listen()
        scene.parts.microphone.play(TranslatorRig.speech(silence: 0))
        await scene.view.nextChange { scene.state.banner != nil }
        await scene.waitForEnd()
        servers.recognise(TranslatorRig.words("Good morning."))
        scene.press(.retry)
        await scene.view.nextChange { scene.state.target.text == "GOOD MORNING." }
        #expect(servers.sessions == [Self.attic, Self.attic] && scene.parts.microphone.opens == 1)
    }

    @Test func theQuestionSaysWhereRecordingsGo() async {
        let scene = TranslatorScene(agreed: false)
        #expect(
            TranslatorWording.consent(scene.store.load().translator, engine: .local).text.contains(
                "Your voice recordings stay on this computer."))
        let engine = RecognitionEngine.server(Self.attic, timeout: 30)
        #expect(
            TranslatorWording.consent(scene.store.load().translator, engine: engine).text.contains(
                "Your voice recordings go only to your server Attic."))
        #expect(TranslatorWording.consent(.google, engine: engine).text.contains("to your server Attic."))
    }
}
