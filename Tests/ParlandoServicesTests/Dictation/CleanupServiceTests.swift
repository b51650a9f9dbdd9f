import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// Clean-up between a dictation service and the delivery at the caret.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CleanupServiceTests {
    @MainActor private final class Listener: CleanupDelegate, NewsKeeping {
        let log = NewsLog<CleanupError.Kind>()

        func cleanup(_ service: CleanupService, didKeepWords reason: CleanupError) {
            log.hear(reason.kind)
        }
    }

    private let typing = FakeCaretTyping()
    private let caretListener = CaretListener()
    private let model = FakeLanguageModel()
    private let store = FakePreferenceStore(.withLanguageModel(task: ":punctuate"))
    private let clock = ManualClock(advancesItself: false)
    private let listener = Listener()
    private let service: CleanupService

    init() {
        let caret = CaretService(typing: typing)
        caret.delegate = caretListener
        service = CleanupService(model: model, preferences: store, caret: caret, clock: clock)
        service.delegate = listener
    }

    private func begin(_ options: DictationOptions = DictationOptions()) async throws -> FakeCaretTyping.Line {
        service.begin(1, breaksLines: false)
        service.take(.began(options))
        let line = try await focus()
        await caretListener.wait { $0 == .state(.writing) }
        return line
    }

    private func focus() async throws -> FakeCaretTyping.Line {
        var lines = typing.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        return line
    }

    /// - Parameter interim: nil if the last paragraph has ended.
    private func say(_ paragraphs: String..., interim: String? = nil) {
        service.take(.reported(.transcript(Self.transcript(paragraphs, interim: interim))))
    }

    private static func transcript(_ paragraphs: [String], interim: String? = nil) -> Transcript {
        var transcript = Transcript()
        for (index, paragraph) in paragraphs.enumerated() {
            transcript.apply(.paragraphEnded)
            transcript.apply(.final([Word](of: paragraph, from: Double(100 * index), lasting: 1)))
        }
        if let interim {
            transcript.apply(.interim([Word(text: interim, start: 900, end: 901, probability: 1)]))
        } else {
            transcript.apply(.paragraphEnded)
        }
        return transcript
    }

    /// Answers each command until so many words are written, and returns them.
    private func written(_ line: FakeCaretTyping.Line, words count: Int) async -> [Substring] {
        var text = ""
        for await request in line.requests {
            if case .command(.write(let number, let final, _, _)) = request {
                text += final
                line.tell(.written(number))
            }
            guard text.split(whereSeparator: \.isWhitespace).count < count else {
                break
            }
        }
        return text.split(whereSeparator: \.isWhitespace)
    }

    @Test func aParagraphThatWaitsDelaysThoseAfterItAndNeverSwaps() async throws {
        let line = try await begin()
        for text in ["one", "two", "three"] {
            model.answer(text, .success(text + "."))
        }
        model.hold("one")
        say("one", "two", "three", interim: "four")
        service.take(.reported(.phase(.idle)))
        var requests = model.requests.makeAsyncIterator()
        for _ in 0..<3 {
            _ = await requests.next()
        }
        #expect(Set(model.asked) == ["one", "two", "three"])
        model.release("one")
        #expect(await written(line, words: 3) == ["one.", "two.", "three."])
        #expect(await service.text().value == "one.\ntwo.\nthree.")
        #expect(listener.news.isEmpty)
    }

    @Test func theLastParagraphIsAskedForWhenItEndsAndNoWordBefore() async throws {
        let line = try await begin()
        model.answer("one two", .success("One two."))
        say("one two", interim: "three")
        #expect(model.asked.isEmpty)
        say("one two")
        #expect(await written(line, words: 2) == ["One", "two."])
        say("one two")
        service.take(.reported(.phase(.idle)))
        #expect(await service.text().value == "One two.")
        #expect(model.asked == ["one two"])
    }

    @Test func afterThreeSecondsTheWordsAreWrittenAsTheyWereHeard() async throws {
        let line = try await begin()
        model.hold("one")
        say("one")
        await clock.hasBegun(sleeps: 1)
        #expect(clock.sleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))
        #expect(await written(line, words: 1) == ["one"])
        await listener.wait { $0 == .server(.timedOut) }
        model.release("one")
    }

    @Test func ofABacklogThreeAreAskedForAtATimeEachWithItsOwnLimit() async throws {
        let line = try await begin()
        let texts = ["one", "two", "three", "four", "five"]
        texts.forEach { model.hold($0) }
        model.answer("four", .success("Four."))
        service.take(.reported(.transcript(Self.transcript(texts))))
        var requests = model.requests.makeAsyncIterator()
        for _ in 0..<3 {
            _ = await requests.next()
        }
        await clock.hasBegun(sleeps: 3)
        for _ in 0..<1000 {
            await Task.yield()
        }
        #expect(Set(model.asked) == ["one", "two", "three"])
        clock.advance(by: .seconds(3))
        await clock.hasBegun(sleeps: 5)
        clock.advance(by: .seconds(2))
        model.release("four")
        #expect(await written(line, words: 4) == ["one", "two", "three", "Four."])
        clock.advance(by: .seconds(1))
        #expect(await written(line, words: 1) == ["five"])
        texts.forEach { model.release($0) }
    }

    @Test(arguments: [
        Result.failure(CleanupError(.server(.unreachable))), .failure(CleanupError(.server(.refused(status: 500)))),
        .success(""), .success(" \n"), .success("ha"), .success(String(repeating: "I obey. ", count: 9)),
    ])
    func whatIsNoCleanUpIsNotWritten(answer: Result<String, CleanupError>) async throws {
        let line = try await begin()
        model.answer("one two three four", answer)
        say("one two three four")
        #expect(await written(line, words: 4) == ["one", "two", "three", "four"])
        await listener.wait { _ in true }
    }

    @Test func anAnswerAfterTheConsentWasWithdrawnIsDropped() async throws {
        let line = try await begin()
        model.answer("one", .success("One."))
        model.hold("one")
        say("one")
        var requests = model.requests.makeAsyncIterator()
        _ = await requests.next()
        store.change { $0.cleanup.agreedPlace = "" }
        model.release("one")
        #expect(await written(line, words: 1) == ["one"])
        await listener.wait { $0 == .notAllowed }
        await #expect(throws: CleanupError(.notAllowed)) { try await service.clean("two", with: .list) }
        #expect(model.asked == ["one"])
    }

    @Test(arguments: [true, false]) func withoutATaskAndOnceResumedWordsPassAtOnce(isResumed: Bool) async throws {
        var options = DictationOptions()
        if isResumed {
            options.resumed = ResumedSession(transcript: Transcript(), speech: UnsentSpeech())
        } else {
            store.change { $0.cleanup.task = "" }
        }
        let line = try await begin(options)
        say("one", interim: "two")
        #expect(await written(line, words: 1) == ["one"])
        #expect(await service.text().value == "")
        #expect(model.asked.isEmpty)
    }

    @Test func aSessionThatBeginsAtOnceIsWrittenAfterTheOneBefore() async throws {
        let line = try await begin()
        model.hold("one")
        say("one")
        service.take(.reported(.phase(.idle)))
        service.begin(2, breaksLines: false)
        service.take(.began(DictationOptions()))
        say("two")
        model.release("one")
        #expect(await written(line, words: 1) == ["one"])
        #expect(await written(try focus(), words: 1) == ["two"])
    }

    @Test func onThePageTheUserCanCancelEvenIfNothingElseCan() async throws {
        model.hold("one")
        let cleaning = Task { () -> CleanupError.Kind? in
            do throws(CleanupError) {
                _ = try await service.clean("one", with: .letter)
                return nil
            } catch {
                return error.kind
            }
        }
        var requests = model.requests.makeAsyncIterator()
        _ = await requests.next()
        cleaning.cancel()
        #expect(await cleaning.value == .server(.cancelled))
        model.release("one")
    }

    @Test func whatIsTakenBackIsNotDelivered() async throws {
        let line = try await begin()
        for text in ["one", "two", "three"] {
            model.answer(text, .success(text + "."))
        }
        say("one", "two")
        service.take(.reported(.takenBack(Self.transcript(["one"]), isAbove: false)))
        say("one", "three")
        service.take(.reported(.phase(.idle)))
        #expect(await service.text().value == "one.\nthree.")
        withExtendedLifetime(line) {}
    }

    @Test func charactersThatControlATerminalAreRemoved() async throws {
        model.answer("one two", .success("- one\u{1B}[201~\n\n- two\u{202E}"))
        #expect(try await service.clean("one two", with: .list) == "- one[201~\n\n- two")
    }
}
