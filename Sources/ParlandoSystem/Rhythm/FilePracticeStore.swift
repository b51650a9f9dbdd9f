import Foundation
public import ParlandoCore

/// Results of practice in a JSON file, one entry for each exercise and day. A file that cannot be understood is renamed
/// (`.damaged`) before the next results are stored.
public actor FilePracticeStore: PracticeStore {
    /// The oldest are dropped. Ten exercises a day reach it in more than a year.
    private static let mostEntries = 5000
    private static let mostBytes = 2_000_000

    private let path: String
    private let executor = BlockingExecutor(label: "io.github.parlando.practice")

    /// A thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter path: its folder is created when the file is first written.
    public init(path: String) {
        self.path = path
    }

    public func days(of exercise: String, limit: Int) -> [PracticeDay] {
        Array(((try? read()) ?? []).filter { $0.exercise == exercise }.sorted { $0.day < $1.day }.suffix(max(limit, 0)))
    }

    public func add(_ results: RhythmResults, of exercise: String, on day: Int) throws(TextSaveError) {
        var entries = try readForChange()
        let index = entries.firstIndex { $0.day == day && $0.exercise == exercise }
        var entry = index.map { entries.remove(at: $0) } ?? PracticeDay(day: day, exercise: exercise)
        entry.add(results)
        entries = Array((entries + [entry]).suffix(Self.mostEntries))
        try FileTextSaver.write(json: entries, to: path, formatting: [])
    }

    public func removeAll() throws(KeptFileError) {
        let name = URL(filePath: path).lastPathComponent
        let left = OpenFolder.removeAll(
            in: URL(filePath: path).deletingLastPathComponent().path,
            where: { $1 == name || $1.hasPrefix(name + ".damaged") }, by: { $0.remove($1) })
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }

    /// Nil if there is a file that cannot be understood.
    private func read() throws(TextSaveError) -> [PracticeDay]? {
        do throws(TextReadError) {
            guard let data = try SmallFile.bytes(of: path, most: Self.mostBytes), !data.isEmpty else {
                return []
            }
            return (try? OutsideJSON.decode([PracticeDay].self, from: data))?.filter(\.isSound)
        } catch {
            guard error == .tooLarge else {
                throw TextSaveError(.denied, detail: "the results cannot be read")
            }
            return nil
        }
    }

    /// Puts a file that cannot be understood out of the way.
    private func readForChange() throws(TextSaveError) -> [PracticeDay] {
        if let entries = try read() {
            return entries
        }
        guard DamagedFile.setAside(path) != nil else {
            throw TextSaveError(.denied, detail: "the damaged results cannot be renamed")
        }
        return []
    }
}
