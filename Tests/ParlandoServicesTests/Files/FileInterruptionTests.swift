import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

/// Recogniser that reports a word for each second of sound, and can be made to end a session early, as when a speaker
/// needs the model.
private final class CountingRecognizer: SpeechRecognizer {
    private let state = Mutex((sessions: 0, isHeld: false, waiting: [CheckedContinuation<Void, Never>]()))
    private let endsAfter: Int
    private let ending: any Error & Sendable

    /// - Parameters:
    ///   - endsAfter: the first session ends after this many seconds of sound.
    ///   - ending: the error that it ends with.
    init(endsAfter: Int = .max, with ending: any Error & Sendable = CancellationError()) {
        self.endsAfter = endsAfter
        self.ending = ending
    }

    var sessions: Int { state.withLock { $0.sessions } }

    /// Stops the recogniser after the next second, until `release`.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let session = state.withLock { state in
            state.sessions += 1
            return state.sessions
        }
        return AsyncThrowingStream { door in
            let task = Task {
                var seconds = 0
                for await _ in blocks {
                    if session == 1, seconds == endsAfter {
                        return door.finish(throwing: ending)
                    }
                    await pass()
                    let word = Word(
                        text: "word", start: Double(seconds), end: Double(seconds) + 1, probability: 0.9)
                    seconds += 1
                    door.yield(.final([word]))
                    door.yield(.progress(seconds: Double(seconds)))
                }
                door.finish()
            }
            door.onTermination = { _ in
                task.cancel()
                self.release()
            }
        }
    }

    private func pass() async {
        await withCheckedContinuation { wait in
            let goesOn = state.withLock { state in
                if state.isHeld {
                    state.waiting.append(wait)
                }
                return !state.isHeld
            }
            if goesOn {
                wait.resume()
            }
        }
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct FileInterruptionTests {
    private func starts(_ scene: FileScene) -> [Double] {
        scene.store.records.first?.words.map(\.word.start) ?? []
    }

    // MARK: Cancelling

    /// Begins a file, and waits until some of its text is stored; the recogniser is held then.
    private func beginFile(in scene: FileScene, _ recognizer: CountingRecognizer) async {
        scene.files.put("/a.wav", .init(seconds: 40))
        recognizer.hold()
        await scene.queue.add(["/a.wav"])
        await scene.spy.nextChange { scene.files.blocksRead("/a.wav") > 0 }
        recognizer.release()
        recognizer.hold()
        await scene.spy.nextChange { !scene.store.records.allSatisfy(\.words.isEmpty) }
    }

    @Test func aCancelledFileKeepsItsTextAndGoesOnLater() async throws {
        let recognizer = CountingRecognizer()
        let scene = FileScene(recognizer)
        await beginFile(in: scene, recognizer)
        await scene.queue.cancel(scene.id("/a.wav"))
        await scene.rest()
        let outcome = try #require(scene.outcome("/a.wav"))
        #expect(outcome.end == .stopped)
        #expect(outcome.place == .history)
        #expect(outcome.seconds > 0 && outcome.seconds < 40)
        #expect(scene.store.records.map(\.session.isIncomplete) == [true])
        let count = starts(scene).count
        #expect(count > 0 && count < 40)

        recognizer.release()
        await scene.queue.retry(scene.id("/a.wav"))
        await scene.spy.nextChange { scene.outcome("/a.wav")?.end == .whole }
        #expect(starts(scene) == (0..<40).map { Double($0) })
        #expect(scene.store.records.map(\.session.isIncomplete) == [false])
        #expect(scene.store.records.count == 1)
    }

    @Test(arguments: [true, false])
    func aFileThatTookThePlaceOfAnotherIsNotGoneOnWith(isChanged: Bool) async throws {
        let recognizer = CountingRecognizer()
        let scene = FileScene(recognizer)
        scene.sounds.put("/a.wav", "one")
        await beginFile(in: scene, recognizer)
        await scene.queue.cancel(scene.id("/a.wav"))
        await scene.rest()
        let words = starts(scene)
        scene.sounds.put("/a.wav", isChanged ? "another" : "one")
        recognizer.release()
        await scene.queue.retry(scene.id("/a.wav"))
        await scene.spy.nextChange { scene.outcome("/a.wav").map { $0.end != .stopped } ?? false }
        let end = isChanged ? FileOutcome.End.failed(.fileChanged) : .whole
        #expect(scene.outcome("/a.wav")?.end == end)
        #expect((starts(scene) == words) == isChanged)
    }

    /// Nothing of it is transcribed yet.
    @Test func aFileThatIsCompleteLaterIsTranscribedThen() async {
        let scene = FileScene(CountingRecognizer())
        scene.sounds.put("/a.mp4", "half")
        scene.files.put("/a.mp4", .init(refusal: AudioFileError(.unfinished)))
        await scene.transcribe("/a.mp4")
        scene.sounds.put("/a.mp4", "whole")
        scene.files.put("/a.mp4", .init(seconds: 3))
        await scene.queue.retry(scene.id("/a.mp4"))
        await scene.spy.nextChange { scene.outcome("/a.mp4")?.end == .whole }
        #expect(scene.store.records.map(\.session.mark) == ["whole"])
    }

    // MARK: Deleting

    @Test(arguments: [true, false])
    func whatIsDeletedDuringATranscriptionStaysInMemoryOnly(isSwitchedOff: Bool) async throws {
        let recognizer = CountingRecognizer()
        let scene = FileScene(recognizer)
        let delegate = SpyHistoryDelegate()
        scene.history.delegate = delegate
        await scene.history.begin()
        await beginFile(in: scene, recognizer)
        if isSwitchedOff {
            scene.preferences.change { $0.history.keepsDictations = false }
            await delegate.nextChange { delegate.keeping?.isAllowed == false }
        } else {
            try await scene.history.removeAll()
        }
        recognizer.release()
        await scene.rest()
        #expect(scene.store.records.isEmpty)
        #expect(scene.outcome("/a.wav")?.place == .memory)
        let text = try await scene.queue.document(of: scene.id("/a.wav"))?.text
        #expect(text?.split(whereSeparator: \.isWhitespace).count == 40)
    }

    @Test func aFileThatWaitsIsCancelledWithoutTheOthers() async {
        let recognizer = CountingRecognizer()
        let scene = FileScene(recognizer)
        for name in ["/a.wav", "/b.wav", "/c.wav"] {
            scene.files.put(name)
        }
        recognizer.hold()
        await scene.queue.add(["/a.wav", "/b.wav", "/c.wav"])
        await scene.spy.nextChange { scene.spy.files.count == 3 }
        await scene.queue.cancel(scene.id("/b.wav"))
        recognizer.release()
        await scene.rest()
        #expect(scene.spy.files.map(\.outcome?.end) == [.whole, .stopped, .whole])
        #expect(scene.files.opened == ["/a.wav", "/c.wav"])
    }

    @Test func allAreCancelled() async {
        let recognizer = CountingRecognizer()
        let scene = FileScene(recognizer)
        for name in ["/a.wav", "/b.wav"] {
            scene.files.put(name)
        }
        recognizer.hold()
        await scene.queue.add(["/a.wav", "/b.wav"])
        await scene.spy.nextChange { scene.spy.files.count == 2 }
        await scene.queue.cancelAll()
        await scene.rest()
        #expect(scene.spy.files.map(\.outcome?.end) == [.stopped, .stopped])
        #expect(scene.store.records.isEmpty || scene.store.records.allSatisfy(\.words.isEmpty))
        await scene.queue.removeEnded()
        await scene.spy.nextChange { scene.spy.files.isEmpty }
    }

    @Test func aFailedRecognitionGoesOnWhereItWas() async {
        let failure = RecognitionError(.engineFailed)
        let scene = FileScene(CountingRecognizer(endsAfter: 5, with: failure))
        scene.files.put("/a.wav", .init(seconds: 12))
        await scene.transcribe("/a.wav")
        #expect(scene.outcome("/a.wav") == FileOutcome(.failed(.recognition(failure)), place: .history, seconds: 5))
        await scene.queue.retry(scene.id("/a.wav"))
        await scene.spy.nextChange { scene.outcome("/a.wav")?.end == .whole }
        #expect(starts(scene) == (0..<12).map { Double($0) })
        #expect(scene.store.records.count == 1)
    }

    // MARK: Dictation first

    @Test func aFileWaitsWhileSomebodyDictates() async {
        let scene = FileScene(CountingRecognizer())
        scene.files.put("/a.wav", .init(seconds: 3))
        scene.speakers.begin()
        await scene.queue.add(["/a.wav"])
        await scene.spy.nextChange {
            guard case .running(let progress)? = scene.state("/a.wav") else {
                return false
            }
            return progress.isHeldUp
        }
        #expect(scene.files.blocksRead("/a.wav") == 0)
        scene.speakers.end()
        await scene.rest()
        #expect(scene.outcome("/a.wav")?.end == .whole)
    }

    @Test func aFileThatWaitsForDictationIsCancelledAtOnce() async {
        let scene = FileScene(CountingRecognizer())
        scene.files.put("/a.wav", .init(seconds: 3))
        scene.speakers.begin()
        await scene.queue.add(["/a.wav"])
        await scene.spy.nextChange { scene.state("/a.wav") != nil }
        await scene.queue.cancelAll()
        await scene.rest()
        #expect(scene.outcome("/a.wav")?.end == .stopped)
    }

    /// A speaker needed another model: the session of the file ends, and another one goes on.
    @Test func aFileWhoseModelWasTakenLosesNoWord() async {
        let recognizer = CountingRecognizer(endsAfter: 7)
        let scene = FileScene(recognizer)
        scene.files.put("/a.wav", .init(seconds: 20))
        await scene.transcribe("/a.wav")
        #expect(recognizer.sessions == 2)
        #expect(scene.outcome("/a.wav") == FileOutcome(.whole, place: .history, seconds: 20))
        #expect(starts(scene) == (0..<20).map { Double($0) })
    }

    // MARK: Memory

    /// A recogniser that queues all sound it is offered gets a long file only as far as it has got.
    @Test func aLongFileIsNotReadFarAhead() async {
        let recognizer = GreedyRecognizer()
        let scene = FileScene(recognizer)
        scene.files.put("/long.wav", .init(seconds: 5_000))
        await scene.transcribe("/long.wav")
        #expect(scene.outcome("/long.wav")?.end == .whole)
        #expect(recognizer.mostAhead > 100 && recognizer.mostAhead <= 121)
    }
}

/// Recogniser that queues all sound it gets, and works through a hundred seconds at a time.
private final class GreedyRecognizer: SpeechRecognizer {
    private let state = Mutex((read: 0, done: 0, most: 0))

    /// Largest number of seconds in its queue.
    var mostAhead: Int { state.withLock { $0.most } }

    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { door in
            let (work, queue) = AsyncStream.makeStream(of: Void.self)
            Task {
                for await _ in blocks {
                    let isDue = self.state.withLock { state in
                        state.read += 1
                        state.most = max(state.most, state.read - state.done)
                        return state.read % 100 == 0
                    }
                    if isDue {
                        queue.yield()
                    }
                }
                queue.finish()
            }
            Task {
                for await _ in work {
                    let done = self.state.withLock { state in
                        state.done += 100
                        return state.done
                    }
                    door.yield(.progress(seconds: Double(done)))
                }
                door.finish()
            }
        }
    }
}
