import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// One model in memory, lent to whoever needs it.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ModelLendingTests {
    @Test func twoSessionsShareOneCopyOfTheModel() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let (first, second) = (stage.session(), stage.session())
        await stage.haveBegun(sessions: 2)
        #expect(await first.finish() == nil)
        #expect(await stage.service.isInUse)
        #expect(await second.finish() == nil)
        #expect(await !stage.service.isInUse)
        // Nothing was loaded in between.
        await stage.service.choose("base")
        #expect(await stage.nextEngineCommand() == .load("base"))
    }

    @Test func anIdleModelMakesRoomForOneThatKnowsTheLanguage() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let session = stage.session(isForeign: true)
        #expect(await stage.nextEngineCommand() == .load("base"))
        await stage.until("base", is: .preparing(.loading, fraction: 0))
        #expect(stage.latest.map(\.state) == [.present, .preparing(.loading, fraction: 0)])
        stage.recognizer.advance(to: 0.5, .warming)
        await stage.until("base", is: .preparing(.warming, fraction: 0.5))
        stage.recognizer.finish()
        await stage.until("base", is: .ready)
        #expect(stage.latest.map(\.isChosen) == [true, false])
        #expect(await session.finish() == nil)
        // The chosen model comes back when it is needed, and not before.
        let next = stage.session()
        await stage.finishLoading("tiny.en")
        #expect(await next.finish() == nil)
    }

    @Test func aSessionWithAModelOfItsOwnGetsItAndTheChosenOneStaysChosen() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let session = stage.session(with: "base")
        await stage.finishLoading("base")
        #expect(await session.finish() == nil)
        #expect(stage.latest.map(\.isChosen) == [true, false])
        let next = stage.session()
        await stage.finishLoading("tiny.en")
        #expect(await next.finish() == nil)
        #expect(await stage.session(with: "huge").finish()?.kind == .modelMissing)
    }

    @Test(arguments: [(200, "base"), (50, "tiny.en")] as [(Int64, String)])
    func theTranslatorHearsEnglishWithTheLargerModel(bytes: Int64, model: String) async {
        let stage = ModelStage(
            catalogue: [
                SpeechModel(name: "tiny.en", bytes: 100, sha256: ""),
                SpeechModel(name: "base", bytes: bytes, sha256: "", isMultilingual: true),
            ])
        let session = stage.session(prefersLarger: true)
        await stage.finishLoading(model)
        #expect(await session.finish() == nil)
    }

    @Test func aModelInUseIsNotTakenAwayAndTheOtherSessionWaits() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let english = stage.session()
        await stage.haveBegun(sessions: 1)
        let foreign = stage.session(isForeign: true)
        await stage.untilAwaited("base")
        #expect(stage.latest.map(\.state) == [.ready, .present])
        // A further session shares the model in memory.
        let another = stage.session()
        await stage.haveBegun(sessions: 2)
        #expect(await english.finish() == nil)
        #expect(stage.recognizer.sessions == 2)
        #expect(await another.finish() == nil)
        await stage.finishLoading("base")
        await stage.haveBegun(sessions: 3)
        #expect(await foreign.finish() == nil)
    }

    @Test func aSpeakerTakesTheModelFromASessionWithoutAnAudience() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let file = stage.session(isPatient: true)
        await stage.haveBegun(sessions: 1)
        let speaker = stage.session(isForeign: true)
        await stage.finishLoading("base")
        #expect(await file.end.value?.detail == "CancellationError")
        await stage.haveBegun(sessions: 2)
        #expect(await speaker.finish() == nil)
    }

    @Test func theSpeedThatAFileShowedIsKept() async {
        let stage = ModelStage()
        await stage.becomeReady()
        stage.recognizer.measure(8)
        let file = stage.session(isPatient: true)
        await stage.haveBegun(sessions: 1)
        #expect(await file.finish() == nil)
        #expect(stage.preferences.load().speeds == ["tiny.en": 8])
    }

    @Test func noSpeakerWaitsForTheSpeedAtTheEnd() async {
        let stage = ModelStage()
        await stage.becomeReady()
        stage.recognizer.measure(8)
        let speaker = stage.session()
        await stage.haveBegun(sessions: 1)
        #expect(await speaker.finish() == nil)
        #expect(stage.preferences.load().speeds.isEmpty)
    }

    @Test func aSpeakerTakesNoModelThatAnotherSpeakerUses() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let (file, english) = (stage.session(isPatient: true), stage.session())
        await stage.haveBegun(sessions: 2)
        let foreign = stage.session(isForeign: true)
        await stage.untilAwaited("base")
        #expect(await file.finish() == nil)
        #expect(await english.finish() == nil)
        await stage.finishLoading("base")
        #expect(await foreign.finish() == nil)
    }

    @Test func onlyTheSessionsOfSpeakersAreCounted() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let (file, speaker) = (stage.session(isPatient: true), stage.session())
        var changes = stage.service.speakers.changes().makeAsyncIterator()
        #expect(await changes.next() == true)
        #expect(await speaker.finish() == nil)
        #expect(await changes.next() == false)
        #expect(await file.finish() == nil)
    }

    @Test func aChoiceMadeDuringASessionIsLoadedAfterIt() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let session = stage.session()
        await stage.haveBegun(sessions: 1)
        await stage.service.choose("base")
        #expect(await session.finish() == nil)
        #expect(stage.recognizer.sessionsDuringLoad == 0)
        #expect(await stage.nextEngineCommand() == .load("base"))
        #expect(stage.recognizer.sessionsDuringLoad == 0)
    }

    @Test func aModelThatWasLentForALanguageObeysTheIdleTimeToo() async {
        let stage = ModelStage(unloadMinutes: 2)
        let session = stage.session(isForeign: true)
        await stage.finishLoading("base")
        await stage.haveBegun(sessions: 1)
        #expect(await session.finish() == nil)
        await stage.clock.hasBegun(sleeps: 1)
        #expect(stage.clock.sleeps == [.seconds(120)])
        stage.clock.advance(by: .seconds(120))
        #expect(await stage.nextEngineCommand() == .unload)
    }

    @Test func lowMemoryTakesALentModelOnlyOnceNobodyUsesIt() async {
        let stage = ModelStage(unloadMinutes: 0)
        await stage.becomeReady()
        let session = stage.session(isForeign: true)
        await stage.finishLoading("base")
        await stage.haveBegun(sessions: 1)
        await stage.memory.warn()
        await stage.until("base", is: .ready)
        #expect(await session.finish() == nil)
        await stage.memory.warn()
        #expect(await stage.nextEngineCommand() == .unload)
        await stage.until("base", is: .present)
    }

    @Test func whereNoModelKnowsTheLanguageTheSessionIsTold() async {
        let stage = ModelStage(present: ["tiny.en", "voice"])
        await stage.becomeReady()
        let session = stage.session(isForeign: true)
        #expect(await session.end.value?.kind == .modelMissing)
        #expect(await !stage.service.isInUse)
        session.sound.finish()
    }

    @Test func aSessionThatIsCancelledWhileItWaitsLeavesTheQueue() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let english = stage.session()
        await stage.haveBegun(sessions: 1)
        let foreign = stage.session(isForeign: true)
        await stage.untilAwaited("base")
        foreign.end.cancel()
        while await stage.service.waiting.isEmpty == false {
            await Task.yield()
        }
        #expect(await english.finish() == nil)
        // Nobody needs the other model any more.
        #expect(await !stage.service.isInUse)
        await stage.memory.warn()
        #expect(await stage.nextEngineCommand() == .unload)
    }

    @Test func aModelThatFailedIsTriedAgainByTheNextSession() async {
        let stage = ModelStage()
        await stage.becomeReady()
        let first = stage.session(isForeign: true)
        #expect(await stage.nextEngineCommand() == .load("base"))
        stage.recognizer.finish(.outOfMemory)
        #expect(await first.end.value == RecognitionError(.outOfMemory))
        // The chosen model had made room, and nothing of it is left in memory.
        #expect(await stage.nextEngineCommand() == .unload)
        let second = stage.session(isForeign: true)
        await stage.finishLoading("base")
        #expect(await second.finish() == nil)
    }

    @Test func aModelThatIsRemovedWhileItIsUsedStaysUntilTheEndOfTheSession() async throws {
        let stage = ModelStage()
        await stage.becomeReady()
        let session = stage.session()
        await stage.haveBegun(sessions: 1)
        try await stage.service.remove("tiny.en")
        await stage.until("tiny.en", is: .absent)
        #expect(await stage.service.isInUse)
        #expect(await session.finish() == nil)
        #expect(await stage.nextEngineCommand() == .unload)
    }

    @Test func aModelThatIsRestoredWhileItIsUsedNeverLeavesMemory() async throws {
        let stage = ModelStage()
        await stage.becomeReady()
        let session = stage.session()
        await stage.haveBegun(sessions: 1)
        try await stage.service.remove("tiny.en")
        try await stage.service.restore("tiny.en")
        await stage.until("tiny.en", is: .ready)
        let other = stage.session()
        await stage.haveBegun(sessions: 2)
        #expect(await session.finish() == nil)
        #expect(await other.finish() == nil)
    }
}
