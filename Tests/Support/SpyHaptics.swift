public import ParlandoCore

/// Records the grades for which a vibration was requested.
public final class SpyHaptics: StrokeHaptics {
    private let felt: AsyncStream<Grade>
    private let door: AsyncStream<Grade>.Continuation

    public init() {
        (felt, door) = AsyncStream.makeStream(of: Grade.self)
    }

    public func feel(_ grade: Grade) {
        door.yield(grade)
    }

    /// Ends the stream of grades.
    public func end() {
        door.finish()
    }

    /// Returns the next grade in order, or nil if there are no more.
    public func next() async -> Grade? {
        var iterator = felt.makeAsyncIterator()
        return await iterator.next()
    }
}
