import Foundation
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoWhisper

@Suite(.disabled(if: Sanitizer.isWatching, "A sanitizer has a heap of its own")) struct HeapTests {
    /// In a process of its own, because a block also comes from what other tests have left.
    @Test func aLargeBlockThatIsFreedIsNotKept() async {
        await #expect(processExitsWith: .success) {
            Heap.giveBackLargeBlocks()
            for _ in 0..<3 {
                let block = try #require(malloc(HeapTests.size))
                #expect(HeapTests.isMappedByItself(block))
                free(block)
            }
        }
    }

    @Test func freedMemoryBelowABlockInUseIsReturned() async {
        await #expect(processExitsWith: .success) {
            let blocks = (0..<HeapTests.smallBlocks).compactMap { _ in malloc(HeapTests.smallSize) }
            for block in blocks {
                memset(block, 1, HeapTests.smallSize)
            }
            let last = try #require(malloc(HeapTests.smallSize))
            for block in blocks {
                free(block)
            }
            let before = Memory.resident
            Heap.giveBackFreedMemory()
            let freed = before - Memory.resident
            #expect(freed > HeapTests.smallBlocks * HeapTests.smallSize * 9 / 10)
            free(last)
        }
    }

    /// In a process of its own, which has few threads before.
    @Test func manyThreadsMakeNoHeapsOfTheirOwn() async {
        await #expect(processExitsWith: .success) {
            Heap.giveBackLargeBlocks()
            #expect(HeapTests.heaps(ofThreads: 12) < 6)
        }
    }

    /// Counts the heaps from which threads that run at the same time get their blocks.
    private static func heaps(ofThreads count: Int) -> Int {
        let found = FoundHeaps()
        let (taken, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<count {
            Thread.detachNewThread {
                if let block = malloc(100) {
                    found.add(block)
                    taken.signal()
                    end.wait()
                    free(block)
                }
            }
        }
        (0..<count).forEach { _ in taken.wait() }
        (0..<count).forEach { _ in end.signal() }
        return found.count
    }

    private static let smallBlocks = 1000
    private static let smallSize = 16 << 10

    private static let size = 24 << 20

    /// It begins a page, behind two words of administration; one from a heap hardly ever does.
    private static func isMappedByItself(_ block: UnsafeMutableRawPointer) -> Bool {
        Int(bitPattern: block) % Int(getpagesize()) == 2 * MemoryLayout<Int>.size
    }
}

/// See malloc.c of the GNU C Library, "NON_MAIN_ARENA" and "HEAP_MAX_SIZE".
private final class FoundHeaps: Sendable {
    private let places = Mutex<Set<Int>>([])

    var count: Int {
        places.withLock { $0.count }
    }

    func add(_ block: UnsafeMutableRawPointer) {
        let isOfMain = block.load(fromByteOffset: -MemoryLayout<Int>.size, as: Int.self) & 4 == 0
        // Another heap begins at a multiple of 64 MB.
        let place = isOfMain ? 0 : Int(bitPattern: block) >> 26
        places.withLock { _ = $0.insert(place) }
    }
}

@Suite struct ControlGroupsTests {
    private let folder: TemporaryFolder
    private var groups: ControlGroups {
        ControlGroups(root: folder.path, membership: folder.path + "/membership")
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func join(_ line: String) throws {
        try "9:name=systemd:/\n\(line)\n".write(toFile: groups.membership, atomically: false, encoding: .utf8)
    }

    private func limit(_ path: String, to most: String, used: Int, files: Int) throws {
        let group = URL(filePath: folder.file(path))
        try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
        let stat = "anon 7\ninactive_file \(files / 2)\nactive_file \(files - files / 2)\n"
        for (name, text) in [("max", most + "\n"), ("current", "\(used)\n"), ("stat", stat)] {
            try text.write(to: group.appendingPathComponent("memory.\(name)"), atomically: false, encoding: .utf8)
        }
    }

    @Test func aLimitLeavesWhatIsNotUsedAndWhatFilesCanGiveUp() throws {
        try join("0::/app.slice/talk.scope")
        try limit("app.slice/talk.scope", to: "1000", used: 700, files: 50)
        #expect(groups.available() == 350)
        #expect(groups.limit() == 1000)
    }

    @Test func theTightestGroupAboveCounts() throws {
        try join("0::/app.slice/talk.scope")
        try limit("app.slice/talk.scope", to: "1000", used: 100, files: 0)
        try limit("app.slice", to: "1200", used: 1100, files: 0)
        #expect(groups.available() == 100)
        try limit(".", to: "900", used: 1300, files: 0)
        #expect(groups.limit() == 900)
        #expect(groups.available() == 0)
    }

    @Test func aContainerSeesItsOwnGroupAtTheTop() throws {
        try join("0::/")
        try limit(".", to: "500", used: 100, files: 0)
        #expect(groups.available() == 400)
    }

    @Test func whatHasNoLimitIsNotLimited() throws {
        #expect(groups.available() == nil)
        try join("4:memory:/older")
        #expect(groups.available() == nil)
        try join("0::/app.slice")
        #expect(groups.available() == nil)
        try limit("app.slice", to: "max", used: 700, files: 50)
        #expect(groups.available() == nil && groups.limit() == nil)
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "-5", "max"])
    func anOddLimitEndsNothing(limit: String) throws {
        try join("0::/")
        try self.limit(".", to: limit, used: .max, files: .max)
        #expect(groups.available().map { $0 >= 0 } ?? true)
    }
}

struct ProcessorKernelsTests {
    private static let maps = """
        5581c8400000-5581c8a00000 r--p 00000000 fe:00 131 /usr/bin/parlando
        7f01e0000000-7f01e0021000 rw-p 00000000 00:00 0
        7f02a4000000-7f02a4010000 r--p 00000000 fe:00 77 /usr/lib/parlando/libggml-base.so.0.13.1
        7f02a4100000-7f02a4110000 r-xp 00003000 fe:00 78 /opt/a folder/parlando/libggml.so.0.13.1
        7ffc12345000-7ffc12366000 rw-p 00000000 00:00 0 [stack]
        """

    @Test func kernelsAreLookedForBesideTheLibraryThatIsMapped() {
        #expect(ProcessorKernels.folder(of: "libggml.so", inMaps: Self.maps) == "/opt/a folder/parlando")
        #expect(ProcessorKernels.folder(of: "libwhisper.so", inMaps: Self.maps) == nil)
    }

    @Test func thisProcessorHasKernels() throws {
        try ProcessorKernels.load()
    }
}

@Suite struct ThreadGovernorTests {
    @Test(
        arguments: [(2, 1, 2), (2, 2, 1), (2, 5, 1), (2, nil, 2), (8, 1, 4), (8, 4, 4), (8, 6, 3), (8, 20, 1)]
            as [(Int32, Int?, Int32)])
    func onlyCoresThatNobodyWantsAreUsed(cores: Int32, running: Int?, threads: Int32) {
        #expect(ThreadGovernor(most: min(cores, 4), cores: cores).threads(running: running) == threads)
    }

    @Test func aDecodingThatWaitedForCoresIsFollowedByTwentyOnOneThread() {
        var governor = ThreadGovernor(most: 2, cores: 2)
        governor.record(wall: 1, processor: 1, threads: 2)
        for _ in 0..<20 {
            #expect(governor.threads(running: 1) == 1)
            governor.record(wall: 0.2, processor: 0.2, threads: 1)
        }
        #expect(governor.threads(running: 1) == 2)
    }

    @Test func aDecodingThatUsedItsCoresChangesNothing() {
        var governor = ThreadGovernor(most: 2, cores: 2)
        governor.record(wall: 0.1, processor: 0.19, threads: 2)
        #expect(governor.threads(running: 1) == 2)
    }
}
