import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// What the disk can do to a download. Each test that hurts a whole process runs in one of its own.
@Suite struct DiskTests {
    /// Where a child finds its server, its folder and its file.
    struct Scene: Codable, Sendable {
        let home: String
        let folder: String
        let count: Int

        init(_ bench: Bench) {
            home = bench.server.address
            folder = bench.folder.path
            count = bench.content.count
        }

        /// Fetches in the child, as the program would.
        func failure() async -> ModelError.Kind? {
            let model = Bench.model("tiny", Bench.noise(count), home: home)
            let store = FileModelStore(
                catalogue: [model], folder: folder, preferences: MemoryPreferenceStore(), network: FakeNetworkStatus(),
                clock: ManualClock(advancesItself: true))
            do {
                for try await _ in store.fetch(model, allowMetered: false) {}
                return nil
            } catch {
                return (error as? ModelError)?.kind
            }
        }
    }

    @Test func spaceThatCannotBeCountedIsMoreThanEnough() {
        #expect(FileSystem.bytes(blocks: .max, of: .max) == .max)
        #expect(FileSystem.bytes(blocks: .max, of: 1) == .max)
        #expect(FileSystem.bytes(blocks: 3, of: 4096) == 12_288)
    }

    @Test(arguments: [1, 70_000, 299_000]) func aDownloadKilledInTheMiddleGoesOn(reached: Int) async throws {
        let bench = try Bench()
        bench.server.fail(.stall(after: reached))
        let scene = Scene(bench)
        await #expect(processExitsWith: .signal(SIGKILL)) { [scene = scene as Scene, reached] in
            let part = scene.folder + "/tiny-v1.bin.part"
            Task { _ = await scene.failure() }
            while FileSystem.size(of: part) ?? 0 < reached {
                await Task.yield()
            }
            kill(getpid(), SIGKILL)
        }
        #expect(bench.folder.bytes(of: bench.partName) == Array(bench.content.prefix(reached)))
        try await bench.fetch()
        #expect(bench.ranges == ["", "bytes=\(reached)-"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aFullDiskKeepsThePartAndTheRestFollowsWhenThereIsRoom() async throws {
        let bench = try Bench()
        let scene = Scene(bench)
        await #expect(processExitsWith: .success) { [scene = scene as Scene] in
            // The system refuses to write beyond the limit, as it does on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            exit(await scene.failure() == .diskFull ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        #expect(bench.folder.bytes(of: bench.partName) == Array(bench.content.prefix(100_000)))
        try await bench.fetch()
        #expect(bench.ranges == ["", "bytes=100000-"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, "only root can mount a disk; scripts/test becomes it in a namespace"))
    func aDiskThatIsReallyFullKeepsThePart() async throws {
        let bench = try Bench()
        let disk = try TinyDisk(bytes: 100 << 10)
        // The folder lies on a large disk, the part on the tiny one: so the fault comes while it is written.
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file(bench.partName), withDestinationPath: disk.path + "/part")
        #expect(await bench.failure() == .diskFull)
        #expect(bench.folder.bytes(of: bench.partName) == Array(bench.content.prefix(100 << 10)))
        try disk.grow(to: 1 << 20)
        try await bench.fetch()
        #expect(bench.ranges == ["", "bytes=\(100 << 10)-"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aDiskTooSmallIsSeenBeforeAnythingIsAsked() async throws {
        let bench = try Bench()
        let huge = SpeechModel(
            name: "huge", kind: .voiceActivity, path: "huge", home: bench.server.address, bytes: 1 << 60,
            sha256: String(repeating: "0", count: 64))
        let store = FileModelStore(
            catalogue: [huge], folder: bench.folder.path, preferences: MemoryPreferenceStore(),
            network: FakeNetworkStatus())
        let error = await #expect(throws: ModelError.self) {
            for try await _ in store.fetch(huge, allowMetered: false) {}
        }
        #expect(error?.kind == .diskFull)
        #expect(bench.server.requests.isEmpty)
    }

    @Test func aFileWhereTheFolderShouldBeIsNotWritable() async throws {
        let bench = try Bench()
        try bench.folder.write([], to: "models")
        #expect(await bench.failure(of: bench.store(folder: bench.folder.file("models"))) == .notWritable)
        #expect(await bench.failure(of: bench.store(folder: bench.folder.file("models/deeper"))) == .notWritable)
        #expect(bench.server.requests.isEmpty)
    }

    @Test func aFolderWhereThePartShouldBeIsNotWritable() async throws {
        let bench = try Bench()
        try FileManager.default.createDirectory(
            atPath: bench.folder.file(bench.partName), withIntermediateDirectories: false)
        #expect(await bench.failure() == .notWritable)
    }

    /// There the kernel says "no such file" of every new folder, whatever lies above it.
    @Test(.timeLimit(.minutes(1))) func aFolderBelowProcIsNotWritable() async throws {
        let bench = try Bench()
        #expect(await bench.failure(of: bench.store(folder: "/proc/parlando/models")) == .notWritable)
    }

    @Test func aMissingFolderIsMade() async throws {
        let bench = try Bench()
        try await bench.fetch(from: bench.store(folder: bench.folder.file("a/b/c")))
        #expect(bench.folder.bytes(of: "a/b/c/" + bench.model.fileName) == bench.content)
    }

    @Test func aPartAnotherProcessHoldsIsLeftToIt() async throws {
        let bench = try Bench()
        let part = try #require(try PartialFile.open(for: bench.folder.file(bench.model.fileName)))
        #expect(try PartialFile.open(for: bench.folder.file(bench.model.fileName)) == nil)
        try part.append(bench.content)
        try part.commit(sha256: bench.model.sha256, as: bench.folder.file(bench.model.fileName))
        try await bench.fetch()
        #expect(bench.server.requests.isEmpty)
    }
}
