public import ParlandoCore

/// Fake source of warnings about memory pressure, which a test sends. For a single reader.
public final class FakeMemoryPressure: MemoryPressure {
    private let news: AsyncStream<Void>
    private let newsDoor: AsyncStream<Void>.Continuation
    /// One element for each time that the reader asks for the next warning.
    private let questions: AsyncStream<Void>
    private let questionDoor: AsyncStream<Void>.Continuation

    /// Starts without memory pressure.
    public init() {
        (news, newsDoor) = AsyncStream.makeStream(of: Void.self)
        (questions, questionDoor) = AsyncStream.makeStream(of: Void.self)
    }

    /// Sends a warning of memory pressure, and waits until the code under test has handled the warning.
    public func warn() async {
        await questions.first { true }
        newsDoor.yield()
        await questions.first { true }
        // The second request of the code under test is unanswered, so it is put back for the next warning.
        questionDoor.yield()
    }

    public func warnings() -> AsyncStream<Void> {
        AsyncStream { [news, questionDoor] in
            questionDoor.yield()
            return await news.first { true }
        }
    }
}
