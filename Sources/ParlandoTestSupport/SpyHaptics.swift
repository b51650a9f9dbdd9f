public import ParlandoCore

/// Remembers what was to be felt.
public final class SpyHaptics: StrokeHaptics {
    private let felt: AsyncStream<Grade>
    private let door: AsyncStream<Grade>.Continuation

    public init() {
        (felt, door) = AsyncStream.makeStream(of: Grade.self)
    }

    public func feel(_ grade: Grade) {
        door.yield(grade)
    }

    /// There will be no more.
    public func end() {
        door.finish()
    }

    /// The next one, in order; nil when there are no more.
    public func next() async -> Grade? {
        var iterator = felt.makeAsyncIterator()
        return await iterator.next()
    }
}
