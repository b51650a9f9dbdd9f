import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

@Suite(.disabled(if: Sanitizer.isWatching, "A sanitizer has a heap of its own")) struct HeapTests {
    /// Each further block of the same size would otherwise come from what the first one left in the heap. In a process of
    /// its own, since a block also comes from what other tests have left there, and the borders are set for all of them.
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

    /// What the test above would not see, if the C library did by itself what it is asked to.
    @Test func unlessAskedTheLibraryKeepsIt() async {
        await #expect(processExitsWith: .success) {
            let first = try #require(malloc(HeapTests.size))
            free(first)
            let block = try #require(malloc(HeapTests.size))
            #expect(!HeapTests.isMappedByItself(block))
            free(block)
        }
    }

    /// Freed blocks that lie below one that is still used.
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
            let before = try HeapTests.residentPages()
            Heap.giveBackFreedMemory()
            let after = try HeapTests.residentPages()
            let freed = (before - after) * Int(getpagesize())
            #expect(freed > HeapTests.smallBlocks * HeapTests.smallSize * 9 / 10)
            free(last)
        }
    }

    private static let smallBlocks = 1000
    private static let smallSize = 16 << 10

    private static func residentPages() throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/statm"))
        let fields = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) })
    }

    private static let size = 24 << 20

    /// Such a block begins a page, behind its two words of administration; one from a heap hardly ever does.
    private static func isMappedByItself(_ block: UnsafeMutableRawPointer) -> Bool {
        Int(bitPattern: block) % Int(getpagesize()) == 2 * MemoryLayout<Int>.size
    }
}
