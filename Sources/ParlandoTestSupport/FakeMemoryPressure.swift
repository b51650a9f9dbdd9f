public import ParlandoCore

/// Memory that becomes short when the test says so. For one reader.
public final class FakeMemoryPressure: MemoryPressure {
    private let stream: AsyncStream<Void>
    private let news: AsyncStream<Void>.Continuation

    /// Memory is plenty at first.
    public init() {
        (stream, news) = AsyncStream.makeStream(of: Void.self)
    }

    /// Says that memory is short.
    public func warn() {
        news.yield()
    }

    public func warnings() -> AsyncStream<Void> {
        stream
    }
}
