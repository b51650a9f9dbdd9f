import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

@MainActor @Suite struct ModelServiceTests {
    private static let half = TransferProgress(bytes: 50, total: 100, rate: 5)

    @Test func theChosenModelIsLoadedAndWarmedAtTheStart() async {
        let stage = ModelStage()
        await stage.service.begin()
        await stage.until("tiny.en", is: .present)
        #expect(stage.latest.map(\.model.name) == ["tiny.en", "base"])
        #expect(stage.latest.map(\.isChosen) == [true, false])
        #expect(stage.latest.map(\.diskUse) == [100, 100])
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        await stage.until("tiny.en", is: .preparing(.loading, fraction: 0))
        stage.recognizer.advance(to: 0.5, .loading)
        await stage.until("tiny.en", is: .preparing(.loading, fraction: 0.5))
        stage.recognizer.advance(to: 0.25, .warming)
        await stage.until("tiny.en", is: .preparing(.warming, fraction: 0.25))
        stage.recognizer.finish()
        await stage.until("tiny.en", is: .ready)
    }

    @Test func aModelThatIsNotThereWaitsToBeAskedFor() async {
        let stage = ModelStage(present: ["voice"])
        await stage.service.begin()
        await stage.until("tiny.en", is: .absent)
        await stage.service.wake()
        await stage.service.download("tiny.en", allowMetered: false)
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        stage.store.say(.downloading(Self.half), of: "tiny.en")
        await stage.until("tiny.en", is: .downloading(Self.half))
        stage.store.say(.verifying(fraction: 1), of: "tiny.en")
        await stage.until("tiny.en", is: .verifying(fraction: 1))
        stage.store.finish("tiny.en")
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
    }

    @Test func anUnknownChoiceFallsBackToTheFirstModel() async {
        let stage = ModelStage(model: "gigantic")
        await stage.becomeReady("tiny.en")
        #expect(stage.latest.first?.isChosen == true)
    }

    @Test func anotherModelTakesThePlaceOfTheFirst() async {
        let stage = ModelStage()
        await stage.becomeReady()
        await stage.service.choose("base")
        await stage.finishLoading("base")
        await stage.until("base", is: .ready)
        #expect(stage.latest.map(\.state) == [.present, .ready])
        #expect(stage.latest.map(\.isChosen) == [false, true])
    }

    @Test func aChoiceMadeWhileAnotherModelLoadsIsServedNext() async {
        let stage = ModelStage()
        await stage.service.begin()
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        await stage.service.choose("base")
        stage.recognizer.finish()
        await stage.finishLoading("base")
        await stage.until("base", is: .ready)
        #expect(stage.latest.map(\.state) == [.present, .ready])
    }

    @Test func choosingAModelThatIsNotThereFetchesIt() async {
        let stage = ModelStage(present: ["tiny.en", "voice"])
        await stage.becomeReady()
        await stage.service.choose("base")
        #expect(await stage.nextStoreCommand() == .fetch("base", allowMetered: false))
        stage.store.finish("base")
        #expect(await stage.nextEngineCommand() == .load("base"))
    }

    @Test func aChoiceMadeInThePreferencesIsFollowed() async {
        let stage = ModelStage()
        await stage.becomeReady()
        var choice = stage.preferences.load()
        choice.model = "base"
        stage.preferences.save(choice)
        #expect(await stage.nextEngineCommand() == .load("base"))
    }

    @Test func severalModelsComeAtOnceAndEachCanBeCancelled() async {
        let stage = ModelStage(present: [])
        await stage.service.begin()
        await stage.service.download("tiny.en", allowMetered: false)
        await stage.service.download("base", allowMetered: true)
        await stage.service.download("base", allowMetered: true)
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        #expect(await stage.nextStoreCommand() == .fetch("base", allowMetered: true))
        await stage.service.cancelDownload("base")
        #expect(await stage.nextStoreCommand() == .cancelled("base"))
        await stage.until("base", is: .absent)
        stage.store.say(.downloading(Self.half), of: "tiny.en")
        await stage.until("tiny.en", is: .downloading(Self.half))
        #expect(stage.latest.last?.state == .absent)
    }

    @Test func aCancelledDownloadCanBeginAgainAtOnce() async {
        let stage = ModelStage(present: ["voice"])
        await stage.service.begin()
        await stage.service.download("base", allowMetered: false)
        await stage.service.cancelDownload("base")
        await stage.service.download("base", allowMetered: false)
        #expect(await stage.nextStoreCommand() == .fetch("base", allowMetered: false))
        let (one, two) = (await stage.nextStoreCommand(), await stage.nextStoreCommand())
        #expect([one, two].contains(.cancelled("base")))
        #expect([one, two].contains(.fetch("base", allowMetered: false)))
        stage.store.finish("base")
        await stage.until("base", is: .present)
    }

    @Test func aDownloadThatFailsSaysWhyAndIsTriedAgainOnRequest() async {
        let stage = ModelStage(present: [])
        await stage.service.begin()
        await stage.service.download("tiny.en", allowMetered: false)
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        stage.store.fail("tiny.en", .metered)
        await stage.until("tiny.en", is: .failed(.store(ModelError(.metered))))
        await stage.service.wake()
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
    }

    @Test func anImportedModelIsLoadedIfItIsChosen() async {
        let stage = ModelStage(present: ["voice"])
        await stage.service.begin()
        await stage.service.importModel("tiny.en", from: "/home/ada/model")
        #expect(await stage.nextStoreCommand() == .importModel("tiny.en", from: "/home/ada/model"))
        #expect(await stage.service.states["tiny.en"] == .verifying(fraction: 0))
        stage.store.finish("tiny.en")
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
    }

    @Test func aWrongFileIsNotReplacedByADownload() async {
        let stage = ModelStage(present: ["tiny.en", "voice"])
        await stage.service.begin()
        await stage.service.importModel("base", from: "/home/ada/model")
        #expect(await stage.nextStoreCommand() == .importModel("base", from: "/home/ada/model"))
        stage.store.fail("base", .notThisModel)
        let refused = ModelState.failed(.store(ModelError(.notThisModel)))
        await stage.until("base", is: refused)
        await stage.service.choose("base")
        #expect(await stage.service.states["base"] == refused)
    }

    @Test func removingTheModelInMemoryGivesItsMemoryBackAndUndoLoadsItAgain() async throws {
        let stage = ModelStage()
        await stage.becomeReady()
        try await stage.service.remove("tiny.en")
        #expect(await stage.nextStoreCommand() == .putAway("tiny.en"))
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.until("tiny.en", is: .absent)
        #expect(stage.latest.first?.diskUse == 0)
        try await stage.service.restore("tiny.en")
        #expect(await stage.nextStoreCommand() == .bringBack("tiny.en"))
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
    }

    @Test func aSecondProgramLeavesWhatTheFirstOneMayRestore() async throws {
        let stage = ModelStage()
        await stage.service.begin()
        try await stage.service.remove("base")
        #expect(await stage.nextStoreCommand() == .putAway("base"))
        let second = ModelService(
            store: stage.store, recognizer: stage.recognizer, preferences: stage.preferences, memory: stage.memory,
            clock: stage.clock)
        await second.begin(tidies: false)
        for _ in 0..<100 {
            await Task.yield()
        }
        try await stage.service.restore("base")
        await stage.until("base", is: .present)
    }

    @Test func undoingARemovalEndsTheDownloadThatWasToReplaceTheModel() async throws {
        let stage = ModelStage()
        await stage.service.begin()
        try await stage.service.remove("base")
        #expect(await stage.nextStoreCommand() == .putAway("base"))
        await stage.service.download("base", allowMetered: false)
        #expect(await stage.nextStoreCommand() == .fetch("base", allowMetered: false))
        await stage.until("base", is: .downloading(TransferProgress(bytes: 0, total: 100, rate: 0)))
        try await stage.service.restore("base")
        await stage.until("base", is: .present)
        // Once a removal is final, there is nothing to restore.
        try await stage.service.remove("base")
        try await stage.service.forgetRemoved("base")
        await #expect(throws: ModelError(.notPresent)) { try await stage.service.restore("base") }
    }

    @Test func aModelWithoutItsVoiceActivityModelFetchesThat() async {
        let stage = ModelStage(present: ["tiny.en"])
        await stage.service.begin()
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        stage.store.finish("tiny.en")
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
    }

    @Test func aModelBroughtByAnotherProgramIsFound() async {
        let stage = ModelStage(present: [])
        await stage.service.begin()
        stage.store.place("tiny.en")
        stage.store.place("voice")
        await stage.service.wake()
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
    }

    @Test func namesOfNoModelChangeNothing() async throws {
        let stage = ModelStage()
        await stage.becomeReady()
        await stage.service.choose("voice")
        await stage.service.download("nonsense", allowMetered: true)
        await stage.service.cancelDownload("nonsense")
        await stage.service.importModel("nonsense", from: "/")
        try await stage.service.remove("voice")
        await stage.service.choose("base")
        #expect(await stage.nextEngineCommand() == .load("base"))
    }
}

extension ModelStage {
    /// Waits until this model is loaded as the next one, and brings it into memory.
    func finishLoading(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        #expect(await nextEngineCommand() == .load(name), sourceLocation: sourceLocation)
        recognizer.finish()
    }

    /// Begins, and brings the chosen model into memory.
    func becomeReady(_ name: String = "tiny.en") async {
        await service.begin()
        await finishLoading(name)
        await until(name, is: .ready)
    }

    /// Waits until a session uses a model or waits for one.
    func untilInUse() async {
        while await !service.isInUse {
            await Task.yield()
        }
    }
}

extension ModelService {
    /// Whether any session uses a model or waits for a model.
    var isInUse: Bool {
        !users.isEmpty || !waiting.isEmpty
    }
}
