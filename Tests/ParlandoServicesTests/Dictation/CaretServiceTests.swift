import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The delivery at the caret between a dictation service and an input method.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaretServiceTests {
    @MainActor private final class Listener: CaretDelegate, NewsKeeping {
        let log = NewsLog<CaretNews>()

        func caret(_ caret: any CaretDelivering, didReport news: CaretNews) {
            log.hear(news)
        }
    }

    private final class Nobody: DictationRecording {
        func take(_ news: DictationNews) {}
    }

    private let typing = FakeCaretTyping()
    private let listener = Listener()
    private let caret: CaretService
    private let recorder: any DictationRecording

    init() {
        caret = CaretService(typing: typing)
        caret.delegate = listener
        recorder = caret.recorder(beside: Nobody())
    }

    private func begin() async throws -> FakeCaretTyping.Line {
        caret.begin(breaksLines: false)
        recorder.take(.began(DictationOptions()))
        let line = try await nextLine()
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        await listener.wait { $0 == .state(.writing) }
        return line
    }

    private func nextLine() async throws -> FakeCaretTyping.Line {
        var lines = typing.lines.makeAsyncIterator()
        return try #require(await lines.next())
    }

    private func say(_ text: String) {
        let words = text.split(separator: " ").enumerated().map { index, text in
            Word(text: String(text), start: Double(index), end: Double(index) + 1, probability: 1)
        }
        recorder.take(.reported(.transcript(Transcript(paragraphs: [Paragraph(words: words)]))))
    }

    @Test func wordsAreWrittenAndTheLineIsClosedAtTheEnd() async throws {
        let line = try await begin()
        var requests = line.requests.makeAsyncIterator()
        say("one")
        #expect(await requests.next() == .command(.write(1, final: "one", interim: "", visit: 1)))
        recorder.take(.reported(.phase(.idle)))
        line.tell(.written(1))
        #expect(await requests.next() == .close)
        await listener.wait { $0 == .ended(rest: "", hasWritten: true, obstacle: nil) }
    }

    @Test func whatWaitsAtTheEndIsHandedBack() async throws {
        let line = try await begin()
        line.tell(.left(path: "a", tookInterim: false))
        await listener.wait { $0 == .state(.waiting(.elsewhere)) }
        say("one two")
        recorder.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "one two", hasWritten: false, obstacle: nil) }
    }

    @Test func anInputMethodThatDiesIsStartedAgainAndWritesNothingTwice() async throws {
        let line = try await begin()
        var requests = line.requests.makeAsyncIterator()
        say("one")
        _ = await requests.next()
        line.die()
        let next = try await nextLine()
        next.tell(.ready)
        next.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        say("one two")
        var others = next.requests.makeAsyncIterator()
        #expect(await others.next() == .command(.write(2, final: " two", interim: "", visit: 1)))
    }

    @Test func anInputMethodThatDiesAgainIsGivenUp() async throws {
        try await begin().die()
        try await nextLine().die()
        await listener.wait { $0 == .state(.failed(.incomplete)) }
        say("one")
        recorder.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "one", hasWritten: false, obstacle: .incomplete) }
    }

    @Test func anotherSessionWaitsUntilTheFormerInputMethodIsBack() async throws {
        let line = try await begin()
        recorder.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "", hasWritten: false, obstacle: nil) }
        var requests = line.requests.makeAsyncIterator()
        #expect(await requests.next() == .close)
        _ = try await begin()
    }

    @Test func aTrialShowsTheTextAndWritesIt() async throws {
        let hurried = CaretService(typing: typing, clock: HurriedClock(speed: 2))
        async let trial = hurried.tryOut("words")
        let line = try await nextLine()
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 7, path: "own", isOwn: true)))
        var requests = line.requests.makeAsyncIterator()
        #expect(await requests.next() == .command(.write(1, final: "", interim: "words", visit: 7)))
        #expect(await requests.next() == .command(.write(2, final: "words", interim: "", visit: 7)))
        line.tell(.written(2))
        #expect(await trial == .written)
    }

    @Test func aTrialWithoutAFieldEndsByItself() async throws {
        let hurried = CaretService(typing: typing, clock: HurriedClock())
        #expect(await hurried.tryOut("words") == .noField)
    }
}
