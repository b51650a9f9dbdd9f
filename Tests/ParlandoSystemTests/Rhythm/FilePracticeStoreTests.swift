import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FilePracticeStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("data/practice.json") }

    private func results(_ right: Int, missed: Int, deviation: Double = 0.01) -> RhythmResults {
        let hits = (0..<right).map {
            Verdict(grade: .good, note: $0, stroke: $0, tick: 0, deviation: deviation)
        }
        let misses = (0..<missed).map {
            Verdict(grade: .missed, note: right + $0, stroke: nil, tick: 0, deviation: nil)
        }
        return RhythmResults(verdicts: hits + misses)
    }

    @Test func numbersThatCannotBeAreLeftOut() async throws {
        let store = FilePracticeStore(path: path)
        try await store.add(results(8, missed: 2), of: "a", on: 20_001)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let other = text.replacing(/"counted" ?: ?10/, with: #""counted":-1"#)
        #expect(other != text)
        try other.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await store.days(of: "a", limit: 9).isEmpty)
    }

    @Test func theResultsOfADayAreAddedUpAndDaysComeOldestFirst() async throws {
        let store = FilePracticeStore(path: path)
        try await store.add(results(8, missed: 2), of: "a", on: 20_001)
        try await store.add(results(1, missed: 0), of: "b", on: 20_001)
        try await store.add(results(2, missed: 0, deviation: 0.03), of: "a", on: 20_000)
        try await store.add(results(2, missed: 8, deviation: 0.06), of: "a", on: 20_001)
        let days = await FilePracticeStore(path: path).days(of: "a", limit: 9)
        #expect(days.map(\.day) == [20_000, 20_001])
        #expect(days.map(\.accuracy) == [100, 50])
        #expect(abs((days[1].bias ?? 0) - 0.02) < 1e-9)
        #expect(await store.days(of: "a", limit: 1).map(\.day) == [20_001])
    }

    @Test func programsThatAddAtTheSameMomentLoseNothing() async throws {
        let played = results(1, missed: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c", "d"] {
                group.addTask { [path] in
                    let store = FilePracticeStore(path: path)
                    for day in 20_000..<20_008 {
                        try await store.add(played, of: name, on: day)
                    }
                }
            }
            try await group.waitForAll()
        }
        for name in ["a", "b", "c", "d"] {
            #expect(await FilePracticeStore(path: path).days(of: name, limit: 99).count == 8)
        }
    }

    @Test func resultsThatAreDeletedAreGone() async throws {
        let store = FilePracticeStore(path: path)
        try await store.removeAll()
        try await store.add(results(8, missed: 2), of: "a", on: 20_001)
        try await store.removeAll()
        #expect(await store.days(of: "a", limit: 9).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        "", "[", "{}", "[1]", #"[{"day":1e300,"exercise":"a","right":1,"counted":1,"hits":1,"sum":0}]"#,
        #"[{"day":1,"exercise":"a","right":9,"counted":1,"hits":1,"sum":0}]"#,
        #"[{"day":1,"exercise":"a","right":-1,"counted":9223372036854775807,"hits":1,"sum":0}]"#,
    ])
    func aDamagedFileCountsAsEmptyAndIsReplaced(text: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("data"), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
        let store = FilePracticeStore(path: path)
        #expect(await store.days(of: "a", limit: 9).isEmpty)
        try await store.add(results(1, missed: 0), of: "a", on: 20_000)
        #expect(await store.days(of: "a", limit: 9).map(\.accuracy) == [100])
    }

    @Test func aFileThatCannotBeUnderstoodIsSetAsideUntilTheResultsAreDeleted() async throws {
        let text = #"{"version": 2}"#
        try folder.make("data/practice.json")
        try folder.write(Array(text.utf8), to: "data/practice.json")
        let store = FilePracticeStore(path: path)
        try await store.add(results(1, missed: 0), of: "a", on: 20_000)
        #expect(folder.bytes(of: "data/practice.json.damaged") == Array(text.utf8))
        try await store.removeAll()
        #expect(folder.bytes(of: "data/practice.json.damaged") == nil)
    }

    @Test func removeAllDataRemovesTheRecord() async throws {
        let folders = Folders(environment: ["XDG_DATA_HOME": folder.file("home")], executable: "")
        let store = FilePracticeStore(path: folders.practice)
        try await store.add(results(1, missed: 0), of: "a", on: 20_000)
        #expect(FileManager.default.fileExists(atPath: folders.practice))
        try await StoredFiles(folders).removeAll()
        #expect(!FileManager.default.fileExists(atPath: folders.practice))
    }
}
