import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// Sessions whose model is still to come.
@MainActor @Suite(.timeLimit(.minutes(1))) struct AwaitedDownloadTests {
    @Test func aSessionWaitsForADownloadAndGetsEverySample() async {
        let stage = ModelStage(present: [], spools: FakeSpools())
        await stage.beginDownload()
        let session = stage.session(waits: true)
        for _ in 0..<50 {
            session.sound.yield(AudioBlock(samples: [Float](repeating: 0.5, count: AudioBlock.sampleRate)))
        }
        await stage.untilWaiting(1)
        stage.store.finish("tiny.en")
        await stage.finishLoading("tiny.en")
        #expect(await session.finish() == nil)
        #expect(stage.recognizer.samples == 50 * AudioBlock.sampleRate)
    }

    @Test(arguments: [true, false])
    func aDownloadThatEndsBadlyDoesNotEndTheSession(isCancelled: Bool) async {
        let stage = ModelStage(present: [])
        await stage.beginDownload()
        let session = stage.session(waits: true)
        await stage.untilWaiting(1)
        if isCancelled {
            await stage.service.cancelDownload("tiny.en")
            await stage.until("tiny.en", is: .absent)
        } else {
            stage.store.fail("tiny.en", .offline)
            await stage.until("tiny.en", is: .failed(.store(ModelError(.offline))))
        }
        #expect(await stage.service.isInUse)
        await stage.beginDownload()
        stage.store.finish("tiny.en")
        await stage.finishLoading("tiny.en")
        session.sound.yield(AudioBlock(samples: [1, 2, 3]))
        #expect(await session.finish() == nil)
        #expect(stage.recognizer.samples == 3)
    }

    @Test func aModelThatCannotBeLoadedCanBeReplacedByAnother() async {
        let stage = ModelStage(present: ["base"])
        await stage.beginDownload()
        let session = stage.session(waits: true)
        await stage.untilWaiting(1)
        stage.store.finish("tiny.en")
        #expect(await stage.nextEngineCommand() == .load("tiny.en"))
        stage.recognizer.finish(.outOfMemory)
        await stage.until("tiny.en", isFailed: .outOfMemory)
        await stage.service.choose("base")
        var command = await stage.nextEngineCommand()
        while command == .unload {
            command = await stage.nextEngineCommand()
        }
        #expect(command == .load("base"))
        stage.recognizer.finish()
        #expect(await session.finish() == nil)
    }

    @Test func anEnglishModelThatIsChosenMeanwhileDoesNotGetSpeechInAnotherLanguage() async {
        let stage = ModelStage(present: ["tiny.en", "voice"], model: "base")
        await stage.beginDownload("base")
        let session = stage.session(waits: true, keeping: "base")
        await stage.untilWaiting(1)
        await stage.service.choose("tiny.en")
        await stage.finishLoading("tiny.en")
        await stage.until("tiny.en", is: .ready)
        #expect(stage.recognizer.sessions == 0)
        stage.store.finish("base")
        await stage.finishLoading("base")
        #expect(await session.finish() == nil)
        #expect(stage.recognizer.sessions == 1)
    }

    @Test func otherSessionsEndWithTheReason() async {
        let stage = ModelStage(present: [])
        await stage.beginDownload()
        let session = stage.session()
        await stage.untilWaiting(1)
        stage.store.fail("tiny.en", .offline)
        #expect(await session.end.value?.kind == .modelMissing)
    }

    @Test func aSessionWithoutAnyDownloadDoesNotWait() async {
        let stage = ModelStage(present: [])
        await stage.service.begin()
        let session = stage.session(waits: true)
        #expect(await session.end.value?.kind == .modelMissing)
    }

    @Test func aSessionThatIsCancelledLeavesTheQueue() async {
        let stage = ModelStage(present: [])
        await stage.beginDownload()
        let session = stage.session(waits: true)
        await stage.untilWaiting(1)
        session.end.cancel()
        while await stage.service.isInUse {
            await Task.yield()
        }
    }

    @Test func tooMuchSoundIsReportedOnce() async throws {
        let stage = ModelStage(present: [], spools: FakeSpools(), mostQueued: 2 * AudioBlock.sampleRate)
        await stage.beginDownload()
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        var options = RecognitionOptions()
        options.waitsForModel = true
        let events = stage.service.transcribe(blocks, options: options)
        for _ in 0..<5 {
            sound.yield(AudioBlock(samples: [Float](repeating: 0.5, count: AudioBlock.sampleRate)))
        }
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next() == .warning(.queueFull))
        sound.finish()
        stage.store.finish("tiny.en")
        await stage.finishLoading("tiny.en")
        #expect(try await iterator.next() == nil)
        #expect(stage.recognizer.samples == 5 * AudioBlock.sampleRate)
    }
}

extension ModelStage {
    /// Begins to download the chosen model.
    func beginDownload(_ name: String = "tiny.en") async {
        if !hasBegun {
            hasBegun = true
            await service.begin()
        }
        await service.download(name, allowMetered: false)
        var command = await nextStoreCommand()
        if command == .cancelled(name) {
            command = await nextStoreCommand()
        }
        #expect(command == .fetch(name, allowMetered: false))
    }

    /// Waits until so many sessions wait for a model.
    func untilWaiting(_ count: Int) async {
        while await service.waiting.count < count {
            await Task.yield()
        }
    }
}
