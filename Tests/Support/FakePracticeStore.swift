public import ParlandoCore

/// Practice store in memory.
public actor FakePracticeStore: PracticeStore {
    public private(set) var entries: [PracticeDay]

    private let additions: AsyncStream<PracticeDay>
    private let input: AsyncStream<PracticeDay>.Continuation

    public init(_ entries: [PracticeDay] = []) {
        self.entries = entries
        (additions, input) = AsyncStream.makeStream(of: PracticeDay.self)
    }

    public func days(of exercise: String, limit: Int) -> [PracticeDay] {
        entries.filter { $0.exercise == exercise }.suffix(limit)
    }

    public func add(_ results: RhythmResults, of exercise: String, on day: Int) {
        var entry = PracticeDay(day: day, exercise: exercise)
        if let index = entries.firstIndex(where: { $0.day == day && $0.exercise == exercise }) {
            entry = entries.remove(at: index)
        }
        entry.add(results)
        entries.append(entry)
        input.yield(entry)
    }

    public func removeAll() {
        entries = []
    }

    /// Waits for the next call to `add` and returns the changed day, including the added results. For a single reader.
    public func added() async -> PracticeDay? {
        var iterator = additions.makeAsyncIterator()
        return await iterator.next()
    }
}
