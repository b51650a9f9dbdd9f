import Foundation
import Testing

@testable import ParlandoSystem

@Suite struct HeapTests {
    /// Each further block of the same size would otherwise come from what the first one left in the heap. No other test
    /// leaves so much there.
    @Test func aLargeBlockThatIsFreedIsNotKept() throws {
        Heap.giveBackLargeBlocks()
        for _ in 0..<3 {
            let block = try #require(malloc(24 << 20))
            #expect(Self.isMappedByItself(block))
            free(block)
        }
    }

    /// Such a block begins a page, behind its two words of administration; one from a heap hardly ever does.
    private static func isMappedByItself(_ block: UnsafeMutableRawPointer) -> Bool {
        Int(bitPattern: block) % Int(getpagesize()) == 2 * MemoryLayout<Int>.size
    }
}
