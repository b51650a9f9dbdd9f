import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

@MainActor @Suite struct ModelMemoryTests {
    @Test func anUnusedModelLeavesMemoryAndComesBackWhenWoken() async {
        let stage = ModelStage(unloadMinutes: 15)
        await stage.becomeReady()
        await stage.clock.hasBegun(sleeps: 1)
        stage.clock.advance(by: .seconds(15 * 60 - 1))
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.until("tiny.en", is: .present)
        await stage.service.wake()
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
    }

    @Test func wakingCountsTheIdleTimeAnew() async {
        let stage = ModelStage(unloadMinutes: 2)
        await stage.becomeReady()
        await stage.clock.hasBegun(sleeps: 1)
        stage.clock.advance(by: .seconds(119))
        await stage.service.wake()
        await stage.clock.hasBegun(sleeps: 2)
        #expect(stage.clock.sleeps == [.seconds(120), .seconds(120)])
    }

    @Test func aModelInUseStaysHoweverLongTheSession() async {
        let stage = ModelStage(unloadMinutes: 1)
        await stage.becomeReady()
        await stage.clock.hasBegun(sleeps: 1)
        let session = stage.session()
        // News of the session and of memory come in an order of their own: wait for the effect of each.
        await stage.untilInUse()
        stage.clock.advance(by: .seconds(3600))
        await stage.memory.warn()
        #expect(await session.finish() == nil)
        await stage.clock.hasBegun(sleeps: 2)
        stage.clock.advance(by: .seconds(60))
        #expect(await stage.nextEngineCommand() == .unload)
    }

    @Test func aSessionThatBeginsWithoutAModelBringsItBack() async {
        let stage = ModelStage()
        await stage.becomeReady()
        await stage.memory.warn()
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.until("tiny.en", is: .present)
        let session = stage.session()
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
        #expect(await session.finish() == nil)
    }

    @Test func aPreferenceOfNeverKeepsTheModel() async {
        let stage = ModelStage(unloadMinutes: 1)
        await stage.becomeReady()
        await stage.clock.hasBegun(sleeps: 1)
        var choice = stage.preferences.load()
        choice.unloadMinutes = 0
        stage.preferences.save(choice)
        while await stage.service.idle?.isCancelled == false {
            await Task.yield()
        }
        stage.clock.advance(by: .seconds(3600))
        await stage.service.choose("base")
        #expect(await stage.nextEngineCommand() == .load("base"))
    }

    @Test(arguments: [["tiny.en"], ["voice"], ["tiny.en", "voice"]])
    func aDamagedModelIsSetAsideBeforeTheEngineSeesItAndOfferedAgain(damaged: [String]) async {
        let stage = ModelStage()
        damaged.forEach { stage.store.damage($0) }
        await stage.service.begin()
        for name in damaged {
            #expect(await stage.nextStoreCommand() == .setAside(name))
        }
        await stage.until("tiny.en", isFailed: .modelCorrupt)
        await stage.service.wake()
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        stage.store.finish("tiny.en")
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
    }

    @Test func aWholeModelThatTheEngineRefusesIsNotSaidToBeDamaged() async {
        let stage = ModelStage()
        await stage.service.begin()
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        stage.recognizer.finish(.modelCorrupt)
        await stage.until("tiny.en", isFailed: .engineFailed)
    }

    @Test func aModelThatIsWantedWhileItLeavesMemoryIsLoadedAfterwards() async {
        let stage = ModelStage()
        await stage.becomeReady()
        stage.recognizer.holdUnloading()
        async let warning: Void = stage.memory.warn()
        await stage.until("tiny.en", is: .present)
        let session = stage.session()
        await stage.untilInUse()
        stage.recognizer.finishUnloading()
        await warning
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
        #expect(await session.finish() == nil)
    }

    // MARK: No model to come

    /// A session whose model is being downloaded.
    private func waitingSession() async -> (ModelStage, ModelStage.Session) {
        let stage = ModelStage(present: ["tiny.en"])
        await stage.service.begin()
        #expect(await stage.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        let session = stage.session()
        await stage.untilInUse()
        return (stage, session)
    }

    @Test func aSessionIsToldThatItsModelCannotBeFetched() async {
        let (stage, session) = await waitingSession()
        stage.store.fail("tiny.en", .offline)
        #expect(await session.end.value == RecognitionError(.modelMissing, detail: "tiny.en"))
        session.sound.finish()
    }

    @Test func aSessionIsToldThatTheDownloadOfItsModelWasCancelled() async {
        let (stage, session) = await waitingSession()
        await stage.service.cancelDownload("tiny.en")
        #expect(await session.end.value == RecognitionError(.modelMissing, detail: "tiny.en"))
        session.sound.finish()
    }

    @Test func aSessionThatBeginsWhereNoModelIsToBeHadEnds() async {
        let stage = ModelStage(present: [])
        await stage.service.begin()
        let session = stage.session()
        #expect(await session.end.value == RecognitionError(.modelMissing, detail: "tiny.en"))
        session.sound.finish()
    }

    @Test func aModelTooLargeForMemorySaysSoAndCanBeTriedAgain() async {
        let stage = ModelStage()
        await stage.service.begin()
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        stage.recognizer.finish(.outOfMemory)
        await stage.until("tiny.en", is: .failed(.recognition(RecognitionError(.outOfMemory))))
        await stage.service.wake()
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
    }

    @Test func aModelRemovedWhileItLoadsDoesNotStayInMemory() async throws {
        let stage = ModelStage()
        await stage.service.begin()
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        try await stage.service.remove("tiny.en")
        #expect(await stage.nextStoreCommand() == .putAway("tiny.en"))
        stage.recognizer.finish()
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.until("tiny.en", is: .absent)
    }
}
