import Foundation
public import ParlandoCore

/// Results of practice in a JSON file, one entry for each exercise and day. A file that cannot be understood is renamed
/// (`.damaged`) before the next results are stored.
public actor FilePracticeStore: PracticeStore {
    /// The oldest are dropped. Ten exercises a day reach it in more than a year.
    private static let mostEntries = 5000

    private let file: JSONFile<[PracticeDay]>
    private let executor = BlockingExecutor(label: "io.github.parlando.practice")

    /// A thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter path: its folder is created when the file is first written.
    public init(path: String) {
        file = JSONFile(path: path, mostBytes: 2_000_000, isCompact: true)
    }

    public func days(of exercise: String, limit: Int) -> [PracticeDay] {
        let days = ((try? file.read()) ?? []).filter { $0.isSound && $0.exercise == exercise }
        return days.sorted { $0.day < $1.day }.suffix(max(limit, 0))
    }

    public func add(_ results: RhythmResults, of exercise: String, on day: Int) throws(TextSaveError) {
        _ = try? file.mended()
        try file.change { stored in
            var entries = (stored ?? []).filter(\.isSound)
            let index = entries.firstIndex { $0.day == day && $0.exercise == exercise }
            var entry = index.map { entries.remove(at: $0) } ?? PracticeDay(day: day, exercise: exercise)
            entry.add(results)
            return (entries + [entry]).suffix(Self.mostEntries)
        }
    }

    public func removeAll() throws(KeptFileError) {
        let url = URL(filePath: file.path)
        let left = OpenFolder.removeAll(
            in: url.deletingLastPathComponent().path,
            where: { SmallFile.owns($1, of: url.lastPathComponent) }, by: { $0.remove($1) })
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }
}
