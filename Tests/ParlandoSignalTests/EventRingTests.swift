import Foundation
import ParlandoSignal
import Testing

@Suite struct EventRingTests {
    @Test func valuesComeOutInOrderAndTheRingSaysWhenItIsFull() {
        let ring = EventRing(minimumCapacity: 3, blank: 0)
        #expect(ring.capacity == 4)
        #expect((1...6).map { ring.put($0) } == [true, true, true, true, false, false])
        #expect(ring.peek() == 1)
        #expect(ring.count == 4)
        #expect((1...5).map { _ in ring.take() } == [1, 2, 3, 4, nil])
    }

    @Test(.timeLimit(.minutes(1))) func twoThreadsLoseNothing() {
        // On a busy machine each wait for the other thread takes milliseconds: full and empty rings must not be too many.
        let ring = EventRing(minimumCapacity: 64, blank: 0)
        let count = 200_000
        let writer = Thread {
            for number in 0..<count {
                while !ring.put(number) {
                    sched_yield()
                }
            }
        }
        writer.start()
        var expected = 0
        while expected < count {
            guard let number = ring.take() else {
                sched_yield()
                continue
            }
            guard number == expected else {
                break
            }
            expected += 1
        }
        #expect(expected == count)
    }

    @Test func aMailboxKeepsOnlyTheNewest() {
        let box = Mailbox(blank: 0)
        #expect(box.take() == nil)
        box.put(1)
        box.put(2)
        #expect(box.take() == 2)
        #expect(box.take() == nil)
        for number in 3...9 {
            box.put(number)
        }
        #expect(box.take() == 9)
    }

    /// Two words that belong together.
    private struct Pair: BitwiseCopyable, Sendable {
        var first: Int
        var second: Int
    }

    @Test(.timeLimit(.minutes(1))) func aMailboxNeverGivesHalfALetterNorAnOldOne() {
        let box = Mailbox(blank: Pair(first: 0, second: 0))
        let count = 200_000
        let writer = Thread {
            for number in 1...count {
                box.put(Pair(first: number, second: -number))
                if number.isMultiple(of: 64) {
                    sched_yield()
                }
            }
        }
        writer.start()
        var last = 0
        var isRight = true
        while last < count, isRight {
            guard let pair = box.take() else {
                sched_yield()
                continue
            }
            isRight = pair.second == -pair.first && pair.first > last
            last = pair.first
        }
        #expect(isRight)
    }
}
