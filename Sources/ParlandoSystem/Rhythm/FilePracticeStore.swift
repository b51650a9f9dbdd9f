import Foundation
public import ParlandoCore

/// Stores the results of rhythm practice in a JSON file, one entry for each exercise and day. A damaged file is
/// replaced by the next results.
public actor FilePracticeStore: PracticeStore {
    /// Maximum number of entries; the oldest are dropped. Ten different exercises a day reach it in more than a year.
    private static let mostEntries = 5000
    private static let mostBytes = 2_000_000

    private let path: String
    private let saver = FileTextSaver()
    private let executor = BlockingExecutor(label: "io.github.parlando.practice")

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter path: path of the file. Its folder is created when it is first written.
    public init(path: String) {
        self.path = path
    }

    public func days(of exercise: String, limit: Int) -> [PracticeDay] {
        Array(read().filter { $0.exercise == exercise }.sorted { $0.day < $1.day }.suffix(max(limit, 0)))
    }

    public func add(_ results: RhythmResults, of exercise: String, on day: Int) async throws(TextSaveError) {
        var entries = read()
        let index = entries.firstIndex { $0.day == day && $0.exercise == exercise }
        var entry = index.map { entries.remove(at: $0) } ?? PracticeDay(day: day, exercise: exercise)
        entry.add(results)
        entries = Array((entries + [entry]).suffix(Self.mostEntries))
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let json = try? JSONEncoder().encode(entries) else {
            throw TextSaveError(.failed, detail: "the results cannot be encoded")
        }
        try await saver.save(String(decoding: json, as: UTF8.self) + "\n", to: path)
    }

    public func removeAll() throws(KeptFileError) {
        let name = URL(filePath: path).lastPathComponent
        let left = OpenFolder.removeAll(
            in: URL(filePath: path).deletingLastPathComponent().path, where: { $1 == name }, by: { $0.remove($1) })
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }

    private func read() -> [PracticeDay] {
        guard let file = FileHandle(forReadingAtPath: path) else {
            return []
        }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.mostBytes + 1), data.count <= Self.mostBytes,
            let entries = try? OutsideJSON.decode([PracticeDay].self, from: data)
        else {
            return []
        }
        return entries.filter(\.isSound)
    }
}
