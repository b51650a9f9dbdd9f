public import ParlandoCore

/// Memory that becomes short when the test says so. For one reader.
public final class FakeMemoryPressure: MemoryPressure {
    private let news: AsyncStream<Void>
    private let newsDoor: AsyncStream<Void>.Continuation
    /// One for each time that the reader asks what is new.
    private let questions: AsyncStream<Void>
    private let questionDoor: AsyncStream<Void>.Continuation

    /// Memory is plenty at first.
    public init() {
        (news, newsDoor) = AsyncStream.makeStream(of: Void.self)
        (questions, questionDoor) = AsyncStream.makeStream(of: Void.self)
    }

    /// Says that memory is short, and waits until the reader has done what it does about that.
    public func warn() async {
        await questions.first { true }
        newsDoor.yield()
        await questions.first { true }
        // That question is still open.
        questionDoor.yield()
    }

    public func warnings() -> AsyncStream<Void> {
        AsyncStream { [news, questionDoor] in
            questionDoor.yield()
            return await news.first { true }
        }
    }
}
