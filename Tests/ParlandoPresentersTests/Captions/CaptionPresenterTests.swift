import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What the captions window shows, asks and commands.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaptionPresenterTests {
    private let view = SpyCaptionView()
    private let models = ModelStage(present: [])
    private let store = FakePreferenceStore()
    private let microphone = FakeMicrophone()
    private let computer = FakeMicrophone()
    private let devices = FakeDeviceDirectory()
    private let service: CaptionService
    private let presenter: CaptionPresenter

    init() {
        service = CaptionService(
            microphone: microphone, computer: computer, recognizer: ScriptedRecognizer(), servers: nil, words: nil,
            recorder: nil, translator: nil, clock: ManualClock(advancesItself: false))
        presenter = CaptionPresenter(
            view: view, captions: service, models: models.service,
            downloads: ModelDownloads(models, store: store), store: store, devices: devices, calendar: FixedClock())
        view.presenter = presenter
        presenter.activate()
        // A test reports the events.
        service.delegate = nil
    }

    private func model(_ state: ModelState, to other: CaptionPresenter? = nil) {
        let model = SpeechModel(name: "tiny.en", bytes: 77_704_715, sha256: "")
        (other ?? presenter).modelService(
            models.service, didChange: [ModelEntry(model: model, state: state, diskUse: 0, isChosen: true)])
    }

    private func report(_ events: CaptionEvent...) {
        events.forEach { presenter.captionService(service, didReport: $0) }
    }

    /// Captions that have begun.
    private func begin(_ choice: CaptionChoice = .plain) {
        store.change { $0.captions.hasAgreed = true }
        presenter.start(choice)
        model(.ready)
        report(.phase(.opening), .phase(.listening))
    }

    private var opens: AudioDevice.ID?? {
        get async {
            for await case .open(let device) in computer.commands {
                return device
            }
            return nil
        }
    }

    @Test func theFirstStartAsksOnceAndHearsTheComputer() async {
        view.answer = true
        model(.ready)
        presenter.start()
        #expect(await opens == AudioDevice.computer.id)
        #expect(view.questions.map(\.title) == ["Show Captions?"])
        #expect(view.questions.first?.text.hasPrefix("Others may have to agree to being recorded.") == true)
        #expect(store.load().captions.hasAgreed)
        #expect(microphone.opens == 0)
        let spy = SpyCaptionDelegate()
        service.delegate = spy
        await service.stop()
        await spy.wait(for: .idle)
        report(.phase(.opening), .phase(.idle))
        presenter.toggle()
        presenter.toggle()
        #expect(await opens == AudioDevice.computer.id)
        #expect(view.questions.count == 1)
    }

    @Test func whoDoesNotAgreeGetsNoCaptions() async {
        model(.ready)
        presenter.start()
        await view.nextChange { !view.isOpen && view.questions.count == 1 }
        #expect(!store.load().captions.hasAgreed)
        #expect(view.state.farewell == nil && computer.opens == 0)
    }

    @Test func captionsBeginOnceTheModelsAreKnown() async {
        view.answer = true
        presenter.start()
        await view.nextChange { view.questions.count == 1 }
        model(.ready)
        #expect(await opens == AudioDevice.computer.id)
    }

    @Test func aMissingModelIsOffered() async {
        store.change { $0.captions.hasAgreed = true }
        model(.absent)
        presenter.start()
        await view.nextChange { view.state.banner?.action?.kind == .downloadModel }
        #expect(view.questions.count == 1 && computer.opens == 0)
        view.answer = true
        presenter.press(.downloadModel)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        #expect(await opens == AudioDevice.computer.id)
    }

    @Test(arguments: [
        (CaptionChoice(source: "radio"), "There is no source radio: give computer, microphone or both."),
        (CaptionChoice(target: "xx"), "Nothing is translated into xx: give a code such as de, or none."),
    ])
    func aWrongChoiceIsRefused(choice: CaptionChoice, sentence: String) {
        #expect(presenter.start(choice) == sentence)
        #expect(!view.isOpen)
    }

    @Test func sentencesOfBothSidesAreNamedAndTranslated() {
        begin(CaptionChoice(source: "both", target: "none"))
        #expect(view.state.title == "Hearing both")
        #expect(view.state.hint == "What is said appears here.")
        report(
            .sentences([
                CaptionSentence(
                    id: 1, side: .computer, final: "Good morning.", translation: .text(Private("Guten Tag."))),
                CaptionSentence(id: 2, side: .you, final: "Hello.", translation: .missing),
                CaptionSentence(id: 3, side: .you, final: "How", interim: "are", translation: .waiting),
            ]))
        let sentences = view.state.sentences
        #expect(sentences.map(\.label) == ["Computer:", "You:", "You:"])
        #expect(sentences.map(\.final) == ["Good morning.", "Hello.", "How"])
        #expect(sentences.map(\.interim) == ["", "", "are"])
        #expect(sentences.map(\.translation) == ["Guten Tag.", "(not translated)", "…"])
        #expect(view.state.hint == "")
        // The preferences are as before.
        #expect(store.load().captions.source == .computer)
    }

    @Test func oneSideNeedsNoName() {
        begin()
        report(.sentences([CaptionSentence(id: 1, side: .computer, final: "Good morning.")]))
        #expect(view.state.title == "Hearing the computer")
        #expect(view.state.sentences.first?.label == "" && view.state.sentences.first?.translation == "")
    }

    @Test func warningsAreShownAsLongAsTheyAreTrue() {
        begin(CaptionChoice(source: "both"))
        report(.warning(.noSound, of: .computer))
        #expect(view.state.banner == nil)
        report(.warning(.noSound, of: .you))
        #expect(view.state.banner?.action?.kind == .chooseMicrophone)
        presenter.press(.chooseMicrophone)
        #expect(view.openedPreferences == [.microphone])
        report(.warning(.sound, of: .you), .warning(.fallingBehind, of: .computer))
        #expect(view.state.banner?.text.contains("falling behind") == true)
        report(.elapsed(9))
        #expect(view.state.banner != nil)
        report(.elapsed(10))
        #expect(view.state.banner == nil)
        report(.untranslated(.translation(TranslationError(.offline))))
        #expect(view.state.banner != nil)
        report(.untranslated(nil))
        #expect(view.state.banner == nil)
    }

    @Test func aComputerThatCannotBeHeardIsNotCalledAMicrophone() {
        begin()
        report(.failure(.audio(AudioError(.noDevice)), of: .computer), .phase(.idle))
        #expect(view.state.banner?.text.hasPrefix("What this computer plays cannot be heard.") == true)
        #expect(view.state.banner?.action?.kind == .retry)
        #expect(view.state.farewell == nil)
    }

    @Test func aSideThatCannotBeHeardIsSaidAndTriedAgain() async {
        service.delegate = presenter
        store.change { $0.captions.hasAgreed = true }
        model(.ready)
        microphone.failNextOpen(AudioError(.taken(by: .dictation)))
        presenter.start(CaptionChoice(source: "both"))
        await view.nextChange {
            view.state.title == "Hearing the computer" && view.state.banner?.action?.kind == .retry
        }
        presenter.press(.retry)
        await view.nextChange { view.state.title == "Hearing both" && view.state.banner == nil }
    }

    @Test func bothSidesThatCannotBeHeardAreSaidAndTriedAgainOnceTheDevicesChange() async {
        service.delegate = presenter
        store.change { $0.captions.hasAgreed = true }
        model(.ready)
        microphone.failNextOpen(AudioError(.failed))
        computer.failNextOpen(AudioError(.noDevice))
        presenter.start(CaptionChoice(source: "both"))
        await view.nextChange {
            let text = view.state.banner?.text ?? ""
            return text.hasPrefix("The microphone could not be opened. What this computer plays cannot be heard.")
                && view.state.farewell == nil
        }
        devices.plug([.systemDefault])
        await view.nextChange { view.state.title == "Hearing both" && view.state.banner == nil }
    }

    @Test func aSideThatIsMissingIsTriedAgainOnceTheDevicesChange() async {
        service.delegate = presenter
        store.change { $0.captions.hasAgreed = true }
        model(.ready)
        computer.failNextOpen(AudioError(.noDevice))
        presenter.start(CaptionChoice(source: "both"))
        await view.nextChange { view.state.title == "Hearing the microphone" && view.state.banner != nil }
        devices.plug([.systemDefault])
        await view.nextChange { view.state.title == "Hearing both" && view.state.banner == nil }
        #expect(microphone.opens == 1)
    }

    @Test func whoReleasesTheMicrophoneIsNoLongerSaidToUseIt() {
        let (page, mark) = (DictationStage(), SpyMicrophoneView())
        let capture = AudioCaptureService(
            microphone: FakeMicrophone(), transport: FakeTransport(), devices: FakeDeviceDirectory())
        let microphones = MicrophonePresenter(view: mark, capture: capture)
        (presenter.mark, presenter.page) = (microphones, page.presenter)
        begin(CaptionChoice(source: "both"))
        report(.failure(.audio(AudioError(.taken(by: .rhythm))), of: .you))
        microphones.audioCaptureService(capture, didReport: .opened(.rhythm))
        #expect(view.state.banner?.text.hasPrefix("The rhythm trainer is using the microphone.") == true)
        microphones.audioCaptureService(capture, didReport: .closed)
        #expect(view.state.banner?.text == "The microphone is free again.")
        #expect(view.state.banner?.action?.kind == .retry)
        microphones.audioCaptureService(capture, didReport: .opened(.captions))
        page.presenter.update { $0.panel.failure = MicrophoneUser.captions.message }
        microphones.audioCaptureService(capture, didReport: .listeningAhead)
        #expect(page.presenter.screen.panel.failure == nil)
    }

    @Test func theReasonForMissingTranslationsIsNotThatOfAnotherService() async {
        begin(CaptionChoice(source: "both", target: "none"))
        report(.untranslated(.translation(TranslationError(.timedOut))))
        #expect(view.state.banner != nil)
        store.change { $0.translator.service = .offline }
        await view.nextChange { view.state.banner == nil }
    }

    @Test func thePrivacyPageSaysWhetherTextIsSent() {
        var preferences = Preferences()
        let note = CaptionWording.note(preferences)
        #expect(note.hasSuffix("Only if they are translated, their text is sent to Gemini."))
        preferences.captions.target = "de"
        #expect(CaptionWording.note(preferences).hasSuffix("Text to translate is sent to Gemini."))
        let attic = ServerProfile(name: "attic", address: "https://attic.example", wire: .whisper)
        (preferences.servers.profiles, preferences.servers.engine) = ([attic], attic.id)
        #expect(CaptionWording.note(preferences).contains("Their sound is sent to attic, which recognizes speech."))
    }

    @Test func aLostSideIsSaidUntilItIsHeardAgain() {
        begin(CaptionChoice(source: "both"))
        report(
            .side(.you, .listening), .side(.computer, .deviceLost),
            .failure(.audio(AudioError(.lost)), of: .computer))
        #expect(view.state.title == "Hearing the microphone")
        #expect(
            view.state.banner?.text
                == "Nothing plays sound at the moment. Captions go on when a loudspeaker is there.")
        report(.side(.computer, .listening))
        #expect(view.state.banner == nil && view.state.title == "Hearing both")
    }

    @Test func whatIsChosenInTheWindowComesBeforeWhatACommandAskedFor() async {
        begin(CaptionChoice(source: "microphone"))
        presenter.apply(PreferenceChange(\.captions.source, .computer))
        #expect(view.state.source == "computer")
        report(.phase(.idle))
        #expect(await opens == AudioDevice.computer.id)
    }

    /// Nor does it count what was agreed to for the translator.
    @Test(arguments: [[], ["gemini"]]) func withoutConsentNothingIsTranslated(others: [String]) async {
        store.change {
            $0.captions.hasAgreed = true
            $0.captions.target = "de"
            $0.translator.agreedServices = others
        }
        model(.ready)
        presenter.start()
        #expect(await opens == AudioDevice.computer.id)
        #expect(view.questions.map(\.title) == ["Send Text to Gemini?"])
        #expect(view.questions.first?.text.contains("what others say and what this computer plays") == true)
        #expect(view.state.target == "")
        #expect(store.load().translator.agreedServices == others)
        // Who chooses a language again is asked again.
        report(.phase(.opening), .phase(.listening))
        view.answer = true
        presenter.apply(PreferenceChange(\.captions.target, "de"))
        await view.nextChange { view.questions.count == 2 && view.state.target == "de" }
        let agreed = ["gemini", "captions-gemini"]
        await view.nextChange { view.state.preferences.translator.agreedServices == agreed }
    }

    @Test func whoeverIsChosenWhileTheQuestionIsOpenIsAskedAboutToo() async {
        store.change {
            $0.translator.service = .libreTranslate
            $0.translator.address = "https://one.example"
        }
        begin()
        #expect(await opens == AudioDevice.computer.id)
        view.answer = true
        view.log.whileAsked = { [store] in store.change { $0.translator.address = "https://two.example" } }
        presenter.apply(PreferenceChange(\.captions.target, "de"))
        await view.nextChange { store.load().translator.agreedServices.contains("libretranslate") }
        #expect(store.load().translator.agreedPlace == "https://two.example")
        #expect(view.questions.first?.text.contains("one.example") == true)
        #expect(view.questions.last?.text.contains("two.example") == true)
    }

    @Test func anotherSourceBeginsAgain() async {
        begin()
        presenter.start(CaptionChoice(source: "both"))
        report(.phase(.finishing), .phase(.idle))
        for await case .open in microphone.commands {
            break
        }
        #expect(view.isOpen && view.questions.isEmpty)
    }

    @Test func lettersHaveTheSizeThatTheUserChooses() {
        presenter.resize(by: 1)
        #expect(view.state.preferences.captions.textSize == 220)
        presenter.resize(by: -20)
        #expect(view.state.preferences.captions.textSize == 100)
        presenter.resize(by: 0)
        #expect(store.load().captions.textSize == 200)
    }

    @Test func theScreenStaysOnWhileCaptionsAreShownIfTheUserWantsThat() {
        begin()
        #expect(view.state.keepsScreenOn)
        presenter.apply(PreferenceChange(\.captions.keepsScreenOn, false))
        #expect(!view.state.keepsScreenOn)
        presenter.apply(PreferenceChange(\.captions.keepsScreenOn, true))
        view.close()
        #expect(!view.state.keepsScreenOn)
    }

    @Test func closingTheProgramAsksAboutCaptionsAndFinishWaitsForTheLastWords() async {
        begin()
        #expect(view.state.farewell?.title == "End Captions?")
        #expect(view.state.farewell?.save == "Finish")
        #expect(view.state.farewell?.isLoss == false)
        presenter.historyService(HistoryService(preferences: store), didReport: .captions(areKept: false))
        #expect(view.state.farewell?.isLoss == true && view.state.farewell?.goOn == "Discard")
        presenter.historyService(HistoryService(preferences: store), didReport: .captions(areKept: true))
        store.change { $0.history.keepsDictations = false }
        await view.nextChange { view.state.farewell?.isLoss == true }
        let end = Task { await presenter.finish() }
        await view.nextChange { !view.isOpen }
        report(.phase(.finishing), .phase(.idle))
        await end.value
        #expect(view.state.farewell == nil)
    }

    @Test(arguments: [true, false]) func closingWhileTheModelLoadsEndsThemAtOnceAndFinishWaits(waits: Bool) async {
        let view = SpyCaptionView()
        let word = Word(text: "Hello.", start: 0, end: 0.1, probability: 0.9)
        let recognizer = ScriptedRecognizer(ending: [.final([word])], isLoaded: false)
        let loading = CaptionService(
            microphone: microphone, computer: computer, recognizer: recognizer, servers: nil, words: nil,
            recorder: nil, translator: nil)
        let presenter = CaptionPresenter(
            view: view, captions: loading, models: models.service,
            downloads: ModelDownloads(models, store: store), store: store, devices: devices, calendar: FixedClock())
        view.presenter = presenter
        store.change { $0.captions.hasAgreed = true }
        presenter.activate()
        model(.present, to: presenter)
        presenter.start()
        #expect(await opens == AudioDevice.computer.id)
        await view.nextChange { view.state.title == "Hearing the computer" }
        computer.play([Float](repeating: 0.1, count: 3200))
        if waits {
            let end = Task { await presenter.finish() }
            await view.nextChange { !view.isOpen }
            recognizer.finishLoading()
            await end.value
        } else {
            view.close()
            await view.nextChange { view.state.farewell == nil }
        }
        #expect(!computer.isOpen)
        #expect(view.state.sentences.map(\.final) == (waits ? ["Hello."] : []))
    }

    @Test func whatIsKeptForAServerIsSaidAsItIs() {
        begin(CaptionChoice(source: "both"))
        let failure = DictationFailure.recognition(RecognitionError(.server(.unreachable)))
        report(.side(.computer, .listening), .failure(failure, of: .computer))
        #expect(
            view.state.banner?.text
                == "The server cannot be reached. Up to ten minutes of sound are kept to be sent again.")
        report(.side(.computer, .finishing), .failure(failure, of: .computer), .side(.computer, .idle))
        #expect(view.state.banner?.text == "The server cannot be reached. What was not answered is lost.")
        #expect(view.state.banner?.action?.kind == .retry)
    }

    @Test func aFullQueueOfTheComputerIsNotThatOfAMicrophone() {
        begin()
        report(.warning(.queueFull, of: .computer))
        #expect(view.state.banner?.text.hasPrefix("Listening has stopped, because an hour of speech waits") == true)
    }

    @Test func theDictationPageSaysWhatIsHeard() {
        let page = DictationStage()
        presenter.page = page.presenter
        begin()
        #expect(page.view.state.emptyTitle == "Captions Are On")
        #expect(page.view.state.emptyText == "Captions hear what this computer plays.")
        report(.phase(.idle))
        #expect(page.view.state.emptyTitle == "Press Start and speak")
    }

    /// The session bus.
    private final class Bus: ControlView {
        let listeners: [String] = []
        var states: [String] = []

        func publish(state: String) {
            states.append(state)
        }

        func publish(interim: String) {}
        func publish(final text: String, beginsParagraph: Bool) {}
    }

    @Test func otherProgramsAreToldUnlessSomebodyDictates() {
        let bus = Bus()
        let control = ControlPresenter(view: bus)
        let broadcast = DictationBroadcast(preferences: store)
        presenter.control = control
        begin()
        control.dictationBroadcast(broadcast, didReport: .phase(.listening))
        control.dictationBroadcast(broadcast, didReport: .phase(.idle))
        report(.phase(.idle))
        withExtendedLifetime(control) {
            #expect(bus.states == ["captions", "listening", "captions", "idle"])
        }
    }

    @Test func everyPageSaysWhatIsHeard() {
        let mark = SpyMicrophoneView()
        let capture = AudioCaptureService(
            microphone: FakeMicrophone(), transport: FakeTransport(), devices: FakeDeviceDirectory())
        let microphones = MicrophonePresenter(view: mark, capture: capture)
        presenter.mark = microphones
        begin()
        #expect(mark.states.last?.text == "Captions hear what this computer plays.")
        #expect(mark.states.last?.title == "Captions Are On")
        // Dictation beside them has its own sign.
        microphones.audioCaptureService(capture, didReport: .opened(.dictation))
        #expect(mark.states.last?.user == .dictation)
        #expect(mark.states.last?.captions == "Captions hear what this computer plays.")
        microphones.audioCaptureService(capture, didReport: .closed)
        #expect(mark.states.last?.user == .captions)
        report(.phase(.idle))
        #expect(mark.states.last?.isOpen == false)
        #expect(mark.states.last?.captions == "")
    }
}

/// Captions that have ended, on the dictation page.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaptionedPageTests: StagedDictationScene {
    let stage = DictationStage()
    private let keeper = SpyPageKeeper()
    private let id = UUID()

    init() {
        presenter.keeper = keeper
        model(.ready)
    }

    private var lines: [String] {
        view.state.paragraphs.map { $0.map(\.text).joined() }
    }

    private func adopt() {
        presenter.adopt(Transcript(paragraphs: [Paragraph(words: words("Computer: hello"))]), of: id)
    }

    @Test func theirTextIsASessionOfThePageThatTheHistoryHolds() async {
        adopt()
        await keeper.nextChange { keeper.kept == "Computer: hello" }
        #expect(lines == ["Computer: hello"])
        #expect(keeper.sessions.map(\.id) == [id])
        #expect(keeper.reopened == [id])
        await presenter.prepareToClose()
        #expect(view.state.farewell == nil)
        presenter.undo()
        #expect(lines == [])
    }

    @Test func whatTheHistoryDoesNotHoldIsAskedAbout() async {
        keeper.held = [false]
        adopt()
        await presenter.prepareToClose()
        #expect(view.state.farewell?.text == "Unsaved text will be lost.")
    }

    @Test func whoClosesDuringADictationIsToldThatTheirTextMayBeLost() async {
        presenter.pressButton()
        enter(.opening, .listening)
        hear("one two")
        adopt()
        await presenter.prepareToClose()
        let lost = "Text above it that is not in the history will be lost."
        #expect(view.state.farewell?.text.hasSuffix(lost) == true)
        #expect(view.state.farewell?.save == "Save…")
        enter(.finishing, .idle)
        await keeper.nextChange { keeper.kept == "one two\nComputer: hello" }
        await presenter.prepareToClose()
        #expect(view.state.farewell == nil)
    }

    @Test func duringADictationTheyWaitForItsEnd() async {
        presenter.pressButton()
        enter(.opening, .listening)
        hear("one two")
        adopt()
        await keeper.nextChange { keeper.reopened == [id] }
        #expect(lines == ["one two"])
        enter(.finishing, .idle)
        await keeper.nextChange { keeper.kept == "one two\nComputer: hello" }
        // The next dictation goes on below.
        presenter.pressButton()
        enter(.opening, .listening)
        hear("three")
        #expect(lines == ["one two", "Computer: hello", "three"])
    }
}
