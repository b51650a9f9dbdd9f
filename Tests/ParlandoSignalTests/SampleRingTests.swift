import Foundation
import ParlandoSignal
import Testing

@Suite struct SampleRingTests {
    @Test func samplesComeOutInTheOrderTheyWentIn() {
        let ring = SampleRing(minimumCapacity: 8)
        write([1, 2, 3], to: ring)
        write([4, 5], to: ring)
        #expect(ring.count == 5)
        #expect(read(4, from: ring) == [1, 2, 3, 4])
        #expect(read(4, from: ring) == [5])
        #expect(read(4, from: ring) == [])
    }

    @Test func theRingGoesRoundWithoutLosingItsPlace() {
        let ring = SampleRing(minimumCapacity: 8)
        var next: Float = 0
        var expected: Float = 0
        for length in [5, 8, 1, 7, 3, 8, 2] {
            write((0..<length).map { next + Float($0) }, to: ring)
            next += Float(length)
            let got = read(length, from: ring)
            #expect(got == (0..<length).map { expected + Float($0) })
            expected += Float(length)
        }
    }

    @Test func whatDoesNotFitIsCountedAndTheRestStaysWhole() {
        let ring = SampleRing(minimumCapacity: 4)
        #expect(write([1, 2, 3], to: ring) == 3)
        #expect(write([4, 5, 6], to: ring) == 1)
        #expect(write([7], to: ring) == 0)
        #expect(ring.overflow == 3)
        #expect(read(8, from: ring) == [1, 2, 3, 4])
    }

    @Test func aWriterAndAReaderOnTwoThreadsLoseNothing() async {
        let ring = SampleRing(minimumCapacity: 256)
        let total = 200_000
        let writer = Thread {
            var sent = 0
            while sent < total {
                let room = min(ring.capacity - ring.count, 1 + sent % 61, total - sent)
                self.write((0..<room).map { Float(sent + $0) }, to: ring)
                sent += room
            }
        }
        writer.start()
        var received = 0
        var mistakes = 0
        while received < total {
            for value in read(1 + received % 53, from: ring) {
                mistakes += value == Float(received) ? 0 : 1
                received += 1
            }
        }
        #expect(mistakes == 0)
        #expect(ring.overflow == 0)
    }

    @discardableResult
    private func write(_ samples: [Float], to ring: SampleRing) -> Int {
        samples.withUnsafeBufferPointer { ring.write($0) }
    }

    private func read(_ count: Int, from ring: SampleRing) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { room, filled in
            filled = ring.read(into: room)
        }
    }
}

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
        // On a busy machine each wait for the other thread takes milliseconds.
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
