import ParlandoCore
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoServices

/// The sound between a microphone and a recogniser that is not there yet.
@Suite(.timeLimit(.minutes(1))) struct SoundQueueTests {
    private let second = AudioBlock.sampleRate

    private func sound(_ seconds: Int, from first: Int = 0) -> [Float] {
        (first * second..<(first + seconds) * second).map { Float($0) }
    }

    /// Takes everything that waits.
    private func drain(_ queue: SoundQueue) async -> [Float] {
        var samples: [Float] = []
        while await queue.count > 0, let block = await queue.next() {
            samples += block.samples
        }
        return samples
    }

    @Test func noSampleIsLostOrMovedBetweenMemoryAndDisk() async {
        let queue = SoundQueue(spools: FakeSpools(), mostSamples: .max)
        for first in 0..<25 {
            #expect(await queue.append(sound(1, from: first)) == .enough)
        }
        #expect(await queue.countOnDisk == 15 * second)
        var heard = await queue.next()?.samples ?? []
        // The next sound goes behind what waits on disk, although there is room in memory again.
        #expect(await queue.append(sound(1, from: 25)) == .enough)
        heard += await drain(queue)
        #expect(heard == sound(26))
        #expect(await queue.append(sound(1, from: 26)) == .enough)
        #expect(await queue.countOnDisk == 0)
        await queue.finish()
        #expect(await queue.next()?.samples == sound(1, from: 26))
        #expect(await queue.next() == nil)
    }

    @Test func theLimitIsToldOnceAndWhatComesAfterItIsKept() async {
        let queue = SoundQueue(spools: FakeSpools(), mostSamples: 12 * second)
        #expect(await queue.append(sound(12)) == .enough)
        #expect(await queue.append(sound(1, from: 12)) == .usedUp)
        #expect(await queue.append(sound(1, from: 13)) == .enough)
        #expect(await drain(queue) == sound(14))
    }

    @Test func aFullDiskCountsAsTheLimitAndTheOrderStays() async {
        let queue = SoundQueue(spools: FakeSpools(room: 3 * second), mostSamples: .max)
        for first in 0..<13 {
            #expect(await queue.append(sound(1, from: first)) == .enough)
        }
        #expect(await queue.append(sound(1, from: 13)) == .usedUp)
        let begin = await queue.next()?.samples ?? []
        #expect(await queue.append(sound(1, from: 14)) == .enough)
        #expect(begin + (await drain(queue)) == sound(15))
    }

    @Test func withoutADiskTheSoundWaitsInMemory() async {
        let queue = SoundQueue(spools: nil, mostSamples: .max)
        #expect(await queue.append(sound(20)) == .enough)
        #expect(await drain(queue) == sound(20))
    }

    @Test func soundThatCannotBeReadBackIsReported() async {
        let queue = SoundQueue(spools: FakeSpools(isReadable: false), mostSamples: .max)
        #expect(await queue.append(sound(11)) == .enough)
        #expect(await queue.next() == nil)
        #expect(await queue.isDamaged)
    }
}

/// Disks in memory.
struct FakeSpools: SoundSpoolMaker {
    /// Number of samples that a disk holds.
    var room = Int.max
    var isReadable = true

    func makeSpool() -> sending (any SoundSpool)? {
        FakeSpool(room: room, isReadable: isReadable)
    }
}

private final class FakeSpool: SoundSpool {
    private let room: Int
    private let isReadable: Bool
    private var samples: [Float] = []

    init(room: Int, isReadable: Bool) {
        self.room = room
        self.isReadable = isReadable
    }

    var count: Int { samples.count }

    func append(_ new: [Float]) -> Bool {
        guard samples.count + new.count <= room else {
            return false
        }
        samples += new
        return true
    }

    func take(_ count: Int) -> [Float]? {
        guard isReadable else {
            return nil
        }
        let taken = Array(samples.prefix(count))
        samples.removeFirst(taken.count)
        return taken
    }
}
