import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// From an empty home to the first dictation.
@MainActor @Suite(.timeLimit(.minutes(1))) struct FirstStartPresenterTests {
    private let view = SpyFirstStartView()
    private let models = ModelStage(catalogue: Self.catalogue, present: [])
    private let microphone = FakeMicrophone()
    private let check: MicrophoneCheck
    private let store = FakePreferenceStore()
    private let presenter: FirstStartPresenter

    init() {
        check = MicrophoneCheck(microphone: microphone)
        presenter = Self.make(view, models, check, store)
    }

    private static func make(
        _ view: SpyFirstStartView, _ models: ModelStage, _ check: MicrophoneCheck,
        _ store: FakePreferenceStore, isMetered: Bool = false, language: String = "en",
        machine: Machine = Machine()
    ) -> FirstStartPresenter {
        let presenter = FirstStartPresenter(
            view: view, models: models.service,
            downloads: ModelDownloads(
                models, store: store, isMetered: isMetered, language: language, machine: machine),
            check: check, devices: FakeDeviceDirectory([.systemDefault, AudioDevice(id: "usb", name: "Headset")]),
            store: store)
        presenter.activate()
        return presenter
    }

    private static let catalogue = [
        model("tiny.en", 4, 384, 78), model("base.en", 6, 512, 148), model("base", 6, 512, 148, isMultilingual: true),
        model("small", 12, 768, 488, isMultilingual: true),
        model("large-v3-turbo-q5_0", 32, 1280, 574, isMultilingual: true),
        model("large-v3-turbo", 32, 1280, 1625, isMultilingual: true),
    ]

    private static func model(
        _ name: String, _ layers: Int, _ width: Int, _ megabytes: Int64, isMultilingual: Bool = false
    ) -> SpeechModel {
        SpeechModel(
            name: name, bytes: megabytes * 1_000_000, sha256: "", isMultilingual: isMultilingual,
            shape: ModelShape(width: width, encoderLayers: layers, decoderLayers: layers))
    }

    private func tell(_ states: [String: ModelState] = [:], to other: FirstStartPresenter? = nil) {
        let entries = Self.catalogue.map {
            ModelEntry(model: $0, state: states[$0.name] ?? .absent, diskUse: 0, isChosen: $0.name == "tiny.en")
        }
        (other ?? presenter).modelService(models.service, didChange: entries)
    }

    /// Begins the download of the recommended model, and takes the command for it.
    private func beginDownload() async {
        await view.nextChange(until: { [view] in view.state.canBegin })
        presenter.begin()
        _ = await models.nextStoreCommand()
    }

    // MARK: Coming and going

    @Test func anEmptyHomeShowsThePage() async {
        tell()
        #expect(view.state.isShown)
        await view.nextChange(until: { [view] in view.state.canBegin })
        #expect(view.state.button == "Download and Start · 78 MB")
    }

    @Test(arguments: [
        ModelState.present, .ready, .preparing(.loading, fraction: 0.5),
        .failed(.recognition(RecognitionError(.outOfMemory))),
    ])
    func whereAModelIsThePageStaysAway(state: ModelState) {
        tell(["base": state])
        #expect(!view.state.isShown)
        // Also when the model is removed later.
        tell()
        #expect(!view.state.isShown)
    }

    @Test func whereAServerRecognisesThePageStaysAway() {
        let profile = ServerProfile(id: "1", name: "Attic", address: "http://127.0.0.1:1", wire: .openAI)
        store.change { preferences in
            preferences.servers.profiles = [profile]
            preferences.servers.engine = profile.id
        }
        let view = SpyFirstStartView()
        let presenter = Self.make(view, models, check, store)
        tell(to: presenter)
        #expect(!view.state.isShown)
    }

    @Test func aSkippedPageDoesNotComeBackInThisRun() async {
        tell()
        presenter.setVisible(true)
        var commands = microphone.commands.makeAsyncIterator()
        #expect(await commands.next() == .open(nil))
        presenter.skip()
        #expect(!view.state.isShown)
        tell()
        #expect(!view.state.isShown)
        #expect(await commands.next() == .close)
    }

    @Test func aModelThatComesFromElsewhereEndsThePageWithoutListening() {
        tell()
        tell(["base": .present])
        #expect(!view.state.isShown)
        #expect(view.starts == 0)
    }

    // MARK: The models

    @Test func sizeMemorySpeedAndTheRecommendationAreShown() {
        tell()
        #expect(view.state.offers.map(\.id) == ["tiny.en", "base.en"])
        #expect(view.state.offers.map(\.title) == ["Fast · English", "Balanced · English"])
        #expect(
            view.state.offers.map(\.subtitle) == [
                "Recommended · 78 MB · 144 MB of memory · about 13× as fast as speech",
                "148 MB · 237 MB of memory · about 6× as fast as speech",
            ])
    }

    @Test func theModelThatSuitsTheMachineIsRecommendedAndChosen() {
        let view = SpyFirstStartView()
        let presenter = Self.make(view, models, check, store, machine: Machine(threads: 4))
        tell(to: presenter)
        #expect(view.state.offers.map { $0.subtitle.contains("Recommended") } == [false, true])
        #expect(view.state.offers.first(where: \.isChosen)?.id == "base.en")
    }

    @Test func aRussianDesktopIsOfferedMultilingualModels() {
        let view = SpyFirstStartView()
        let presenter = Self.make(view, models, check, store, language: "ru")
        tell(to: presenter)
        #expect(view.state.offers.map(\.id) == ["base", "small", "large-v3-turbo-q5_0"])
    }

    // MARK: Download and start

    @Test func onePressDownloadsTheRecommendedModelAndGoesOnToListen() async {
        tell()
        presenter.setVisible(true)
        await view.nextChange(until: { [view] in view.state.canBegin })
        presenter.begin()
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        #expect(view.questions.isEmpty)
        tell(["tiny.en": .downloading(TransferProgress(bytes: 39_000_000, total: 78_000_000, rate: 1_000_000))])
        #expect(view.state.progress?.fraction == 0.5)
        #expect(!view.state.canBegin)
        tell(["tiny.en": .present])
        #expect(!view.state.isShown)
        #expect(view.starts == 1)
        tell(["tiny.en": .ready])
        #expect(view.starts == 1)
    }

    @Test func anotherModelCanBeChosen() async {
        tell()
        await view.nextChange(until: { [view] in view.state.canBegin })
        presenter.chooseModel("base.en")
        #expect(view.state.offers.map(\.isChosen) == [false, true])
        presenter.begin()
        #expect(await models.nextStoreCommand() == .fetch("base.en", allowMetered: false))
        await view.nextChange(until: { [view] in view.state.canBegin })
        #expect(store.load().model == "base.en")
    }

    @Test func whoIsNotInFrontOfTheWindowIsNotRecordedUnasked() async {
        view.isInFront = false
        tell()
        presenter.setVisible(true)
        await beginDownload()
        tell(["tiny.en": .present])
        await view.nextChange(until: { [view] in !view.state.isShown })
        #expect(view.starts == 0)
        #expect(view.toasts.count == 1)
    }

    @Test func aMeteredConnectionIsAskedAboutOnce() async {
        let view = SpyFirstStartView()
        let presenter = Self.make(view, models, check, store, isMetered: true)
        tell(to: presenter)
        await view.nextChange(until: { [view] in view.state.canBegin })
        presenter.begin()
        await view.nextChange(until: { [view] in view.questions.count == 1 && view.state.canBegin })
        view.answer = true
        presenter.begin()
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: true))
        #expect(view.questions.count == 2)
    }

    @Test func aFailedDownloadSaysWhyAndCanBeTriedAgain() async {
        await models.service.begin()
        presenter.setVisible(true)
        await beginDownload()
        models.store.fail("tiny.en", .offline)
        await view.nextChange(until: { [view] in view.state.canBegin && view.state.banner != nil })
        #expect(view.state.banner?.text == ModelError(.offline).message.text)
        #expect(view.state.banner?.action == PageAction("Try Again", .downloadModel))
        presenter.press(.downloadModel)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
    }

    @Test func aFileTakesThePlaceOfADownload() async {
        presenter.setVisible(true)
        tell(["tiny.en": .failed(.store(ModelError(.signIn)))])
        #expect(view.state.banner?.text.contains("wants you to sign in") == true)
        #expect(view.state.banner?.alternative == PageAction("Use a File…", .importModel))
        presenter.press(.importModel)
        #expect(view.fileDialogs == 1)
        presenter.importModel(from: "/media/ggml-tiny.en.bin")
        #expect(await models.nextStoreCommand() == .importModel("tiny.en", from: "/media/ggml-tiny.en.bin"))
        tell(["tiny.en": .present])
        #expect(view.starts == 1)
    }

    @Test func aCancelledDownloadKeepsThePage() async {
        await models.service.begin()
        await beginDownload()
        await view.nextChange(until: { [view] in view.state.progress != nil })
        presenter.cancel()
        #expect(await models.nextStoreCommand() == .cancelled("tiny.en"))
        await view.nextChange(until: { [view] in view.state.canBegin })
        #expect(view.state.isShown)
    }

    // MARK: The microphone

    @Test func theMicrophoneIsOpenOnlyWhileThePageIsSeen() async {
        // No model is missing yet, so the page is not shown.
        presenter.setVisible(true)
        presenter.setVisible(false)
        tell()
        presenter.setVisible(true)
        var commands = microphone.commands.makeAsyncIterator()
        #expect(await commands.next() == .open(nil))
        presenter.chooseMicrophone("usb")
        #expect(await commands.next() == .open("usb"))
        presenter.setVisible(false)
        #expect(await commands.next() == .close)
        #expect(store.load().microphone == "usb")
    }

    @Test func theLevelMovesAndTellsWhetherSomebodyIsHeard() {
        tell()
        presenter.microphoneCheck(check, didReport: .level(-70))
        #expect(view.state.level == 0)
        #expect(view.state.levelNote == "Say something")
        presenter.microphoneCheck(check, didReport: .level(-30))
        #expect(view.state.level == 0.5)
        #expect(view.state.levelNote == "Parlando hears you")
        presenter.microphoneCheck(check, didReport: .failure(AudioError(.denied)))
        #expect(view.state.level == 0)
        #expect(view.state.levelNote == AudioError(.denied).message.text)
        presenter.microphoneCheck(check, didReport: .level(-70))
        #expect(view.state.levelNote == "Say something")
    }
}

/// Page of the first start that records every state it is shown.
@MainActor private final class SpyFirstStartView: FirstStartView, ViewKeeping {
    let log = ViewLog(FirstStartViewState())
    var isInFront = true
    private(set) var starts = 0

    private(set) var fileDialogs = 0

    func startDictation() {
        starts += 1
    }

    func chooseModelFile() {
        fileDialogs += 1
    }
}
