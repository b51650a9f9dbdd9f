import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

@MainActor final class CaretListener: CaretDelegate, NewsKeeping {
    let log = NewsLog<CaretNews>()

    func caret(_ caret: CaretService, didReport news: CaretNews, of session: Int) {
        log.hear(news)
    }
}

/// The delivery at the caret between a dictation service and an input method.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaretServiceTests {
    private let typing = FakeCaretTyping()
    private let listener = CaretListener()
    private let caret: CaretService

    init() {
        caret = CaretService(typing: typing)
        caret.delegate = listener
    }

    private func begin() async throws -> FakeCaretTyping.Line {
        caret.begin(1, breaksLines: false)
        caret.take(.began(DictationOptions()))
        let line = try await nextLine()
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        await listener.wait { $0 == .state(.writing) }
        return line
    }

    private func nextLine() async throws -> FakeCaretTyping.Line {
        try await next(of: typing)
    }

    private func next(of typing: FakeCaretTyping) async throws -> FakeCaretTyping.Line {
        var lines = typing.lines.makeAsyncIterator()
        return try #require(await lines.next())
    }

    /// Lets everything run that needs no further event.
    private func settle() async {
        for _ in 0..<100 {
            await Task.yield()
        }
    }

    private func say(_ text: String) {
        let words = [Word](of: text, lasting: 1)
        caret.take(.reported(.transcript(Transcript(paragraphs: [Paragraph(words: words)]))))
    }

    @Test func wordsAreWrittenAndTheLineIsClosedAtTheEnd() async throws {
        let line = try await begin()
        var requests = line.requests.makeAsyncIterator()
        say("one")
        #expect(await requests.next() == .command(.write(1, final: "one", interim: "", visit: 1)))
        caret.take(.reported(.phase(.idle)))
        line.tell(.written(1))
        #expect(await requests.next() == .close)
        await listener.wait { $0 == .ended(rest: "", hasWritten: true, obstacle: nil) }
    }

    @Test func textThatCannotBeTakenBackIsReported() async throws {
        let line = try await begin()
        var requests = line.requests.makeAsyncIterator()
        say("one")
        _ = await requests.next()
        line.tell(.written(1))
        caret.take(.reported(.takenBack(Transcript(), isAbove: false)))
        #expect(await requests.next() == .command(.erase(2, text: "one", visit: 1)))
        line.tell(.refused(2))
        await listener.wait { $0 == .textLeft }
        // What an earlier session wrote is left too.
        caret.take(.reported(.takenBack(Transcript(), isAbove: true)))
        await listener.wait { _ in listener.news.count { $0 == .textLeft } == 2 }
    }

    @Test func whatWaitsAtTheEndIsHandedBack() async throws {
        let line = try await begin()
        line.tell(.left(path: "a", took: nil))
        await listener.wait { $0 == .state(.waiting(.elsewhere)) }
        say("one two")
        caret.take(.reported(.phase(.idle)))
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

    @Test func wordsThatCouldNotBeSentAreWrittenByTheNextInputMethod() async throws {
        let line = try await begin()
        line.deafen()
        say("one")
        // What the input method has told before it died arrives later.
        line.tell(.entered(CaretVisit(number: 2, path: "a", client: "gtk4-im:editor")))
        line.die()
        let next = try await nextLine()
        next.tell(.ready)
        next.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        var requests = next.requests.makeAsyncIterator()
        guard case .command(.write(_, final: "one", interim: "", visit: 1)) = await requests.next() else {
            Issue.record("the words are lost")
            return
        }
    }

    @Test func wordsThatCouldNotBeSentAtTheEndAreHandedBack() async throws {
        let line = try await begin()
        line.deafen()
        say("one")
        caret.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "one", hasWritten: false, obstacle: nil) }
    }

    @Test func anInputMethodThatDiesAgainIsGivenUp() async throws {
        try await begin().die()
        try await nextLine().die()
        await listener.wait { $0 == .state(.failed(.incomplete)) }
        say("one")
        caret.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "one", hasWritten: false, obstacle: .incomplete) }
    }

    @Test func anotherSessionWaitsUntilTheFormerInputMethodIsBack() async throws {
        let typing = FakeCaretTyping(endsAtOnce: false)
        let service = CaretService(typing: typing)
        service.begin(1, breaksLines: false)
        let line = try await next(of: typing)
        var requests = line.requests.makeAsyncIterator()
        service.begin(2, breaksLines: false)
        #expect(await requests.next() == .close)
        await settle()
        #expect(typing.calls == [.mend, .open])
        line.die()
        _ = try await next(of: typing)
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

    @Test func whatAnEarlierRunHasLeftIsMendedOnceBeforeTheFirstUse() async throws {
        _ = try await begin()
        await caret.mend()
        caret.take(.reported(.phase(.idle)))
        await listener.wait { $0 == .ended(rest: "", hasWritten: false, obstacle: nil) }
        _ = try await begin()
        #expect(typing.calls == [.mend, .open, .open])
    }

    @Test func aTrialWritesOnlyIntoThisProgramsOwnField() async throws {
        let hurried = CaretService(typing: typing, clock: HurriedClock(speed: 2))
        async let trial = hurried.tryOut("words")
        let line = try await nextLine()
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 7, path: "other", client: "gtk4-im:editor")))
        line.tell(.left(path: "other", took: nil))
        line.tell(.entered(CaretVisit(number: 8, path: "own", isOwn: true)))
        var requests = line.requests.makeAsyncIterator()
        #expect(await requests.next() == .command(.write(1, final: "", interim: "words", visit: 8)))
        #expect(await requests.next() == .command(.write(2, final: "words", interim: "", visit: 8)))
        line.tell(.left(path: "own", took: nil))
        #expect(await trial == .movedAway)
    }

    @Test func anUnnamedFieldIsThisProgramsOwnWhileItsWindowIsActive() async throws {
        let clock = ManualClock(advancesItself: false)
        let service = CaretService(typing: typing, clock: clock)
        service.setOwnWindow(isActive: true)
        while await !service.isOwnWindowActive {
            await Task.yield()
        }
        async let trial = service.tryOut("words")
        let line = try await nextLine()
        line.tell(.entered(CaretVisit(number: 1)))
        var requests = line.requests.makeAsyncIterator()
        #expect(await requests.next() == .command(.write(1, final: "", interim: "words", visit: 1)))
        // Another window becomes the active one while the text is shown.
        service.setOwnWindow(isActive: false)
        while await service.isOwnWindowActive {
            await Task.yield()
        }
        await clock.hasBegun(sleeps: 1, otherThan: .seconds(3))
        clock.advance(by: .seconds(1))
        #expect(await requests.next() == .close)
        #expect(await trial == .movedAway)
    }

    @Test(arguments: [true, false])
    func aSessionEndsATrialAndWaitsForItsInputMethod(whileItsTextIsShown isShown: Bool) async throws {
        let typing = FakeCaretTyping(endsAtOnce: false)
        let clock = ManualClock(advancesItself: false)
        let service = CaretService(typing: typing, clock: clock)
        async let trial = service.tryOut("words")
        let line = try await next(of: typing)
        var requests = line.requests.makeAsyncIterator()
        if isShown {
            line.tell(.entered(CaretVisit(number: 1, isOwn: true)))
            #expect(await requests.next() == .command(.write(1, final: "", interim: "words", visit: 1)))
        }
        service.begin(1, breaksLines: false)
        // The events are read until they end.
        #expect(await requests.next() == .close)
        line.tell(.entered(CaretVisit(number: 2, isOwn: true)))
        await settle()
        #expect(typing.calls == [.mend, .open])
        line.die()
        #expect(await trial == .busy)
        let next = try await next(of: typing)
        next.tell(.ready)
        #expect(await service.tryOut("words") == .busy)
        // Nothing was written after the end.
        while let request = await requests.next() {
            #expect(request == .close)
        }
    }

    @Test func aTrialWhoseTextCannotBeSentSaysSo() async throws {
        async let trial = caret.tryOut("words")
        let line = try await nextLine()
        line.deafen()
        line.tell(.entered(CaretVisit(number: 1, isOwn: true)))
        #expect(await trial == .failed(.silent))
    }

    @Test func aFieldOfAnotherProgramIsNeverThisProgramsOwn() async throws {
        caret.setOwnWindow(isActive: true)
        while await !caret.isOwnWindowActive {
            await Task.yield()
        }
        async let trial = caret.tryOut("words")
        let line = try await nextLine()
        for (number, client) in ["gtk3-im:firefox", "QIBusInputContext"].enumerated() {
            line.tell(.entered(CaretVisit(number: number, client: client, isShared: true)))
        }
        line.die()
        #expect(await trial == .noField)
        var requests = line.requests.makeAsyncIterator()
        #expect(await requests.next() == nil)
    }
}
