import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// A queue of sound in a file.
struct FileSoundSpoolTests {
    @Test func whatIsAppendedComesBackInOrderToTheLastBit() throws {
        let folder = try TemporaryFolder()
        let spool = try #require(FileSoundSpools(folder: folder.path).makeSpool())
        let samples = (0..<50_000).map { Float($0) * 0.123 - 3_000 }
        #expect(spool.append(Array(samples[..<20_000])))
        #expect(spool.take(5_000) == Array(samples[..<5_000]))
        #expect(spool.append(Array(samples[20_000...])))
        #expect(spool.count == 45_000)
        #expect(spool.take(100_000) == Array(samples[5_000...]))
        #expect(spool.take(1) == [])
    }

    @Test func theFileHasNoName() throws {
        let folder = try TemporaryFolder()
        let spool = try #require(FileSoundSpools(folder: folder.path).makeSpool())
        #expect(spool.append([1, 2, 3]))
        #expect(folder.names.isEmpty)
    }

    @Test func aFolderThatCannotBeWrittenToMakesNoQueue() {
        #expect(FileSoundSpools(folder: "/proc/nowhere").makeSpool() == nil)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, "only root can mount a disk; scripts/test becomes it in a namespace"))
    func aFullDiskTakesNothingAndAnEmptyQueueGivesTheSpaceBack() throws {
        let disk = try TinyDisk(bytes: 128 << 10)
        let spool = try #require(FileSoundSpools(folder: disk.path).makeSpool())
        let most = [Float](repeating: 1, count: 25_000)
        #expect(spool.append(most))
        #expect(!spool.append(most))
        #expect(spool.take(50_000) == most)
        #expect(spool.append(most))
        #expect(spool.take(50_000) == most)
    }
}
