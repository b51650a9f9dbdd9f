import Foundation
import Testing

@testable import ParlandoALSA

@Suite struct DeviceWatchTests {
    @Test func aDeviceMayBeSlowForAWhileButNotForEver() {
        var watch = DeviceWatch(rate: 48_000, isZeroSuspicious: false, now: 10)
        #expect(watch.sawNothing(now: 12.9))
        #expect(!watch.sawNothing(now: 13))
        #expect(feed(&watch, 0.5, seconds: 0.02, now: 13))
        #expect(watch.sawNothing(now: 15.9))
    }

    @Test func threeOverrunsASecondAreAnAccidentAndTheFourthIsNot() {
        var watch = DeviceWatch(rate: 48_000, isZeroSuspicious: false, now: 0)
        let verdicts = [5.1, 5.2, 5.3, 5.4, 6.2].map { watch.sawXrun(now: $0) }
        #expect(verdicts == [true, true, true, false, true])
    }

    @Test func zerosAfterSoundAreSuspiciousOnlyWhereTheDriverHidesALoss() {
        var careful = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        var trusting = DeviceWatch(rate: 1000, isZeroSuspicious: false, now: 0)
        #expect(feed(&careful, 0.5, seconds: 0.02, now: 0) && feed(&trusting, 0.5, seconds: 0.02, now: 0))
        #expect(feed(&careful, 0, seconds: 4.9, now: 0) && feed(&trusting, 0, seconds: 4.9, now: 0))
        #expect(!feed(&careful, 0, seconds: 0.2, now: 0))
        #expect(feed(&trusting, 0, seconds: 60, now: 0))
    }

    @Test func aMicrophoneThatNeverSaidAnythingIsNotSuspicious() {
        var watch = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        #expect(feed(&watch, 0, seconds: 60, now: 0))
    }

    @Test func soundInBetweenEndsTheSuspicion() {
        var watch = DeviceWatch(rate: 1000, isZeroSuspicious: true, now: 0)
        for level: Float in [0.1, 0, 0.1, 0] {
            #expect(feed(&watch, level, seconds: 4, now: 0))
        }
    }

    private func feed(_ watch: inout DeviceWatch, _ level: Float, seconds: Double, now: Double) -> Bool {
        [Float](repeating: level, count: Int(seconds * 1000)).withUnsafeBufferPointer { samples in
            watch.sawFrames(samples, now: now)
        }
    }
}

@Suite struct SuspendWatchTests {
    private static let second: Int64 = 1_000_000_000

    @Test func anOrdinaryTurnIsNoSleep() {
        var watch = SuspendWatch(now: 0, asleep: 5 * Self.second)
        let turns = (1...100).map { turn in
            watch.saw(now: Int64(turn) * Self.second / 4, asleep: 5 * Self.second + Int64(turn % 3))
        }
        #expect(turns.allSatisfy { $0 })
    }

    /// It is a sleep if only the other clock counts the time, or if there was no turn for long.
    @Test(arguments: [(second, second + 1, 30 * second), (1_900_000_000, 4 * second, 0)] as [(Int64, Int64, Int64)])
    func aSleepIsNoticed(first: Int64, next: Int64, asleep: Int64) {
        var watch = SuspendWatch(now: 0, asleep: 0)
        let turns = [watch.saw(now: first, asleep: 0), watch.saw(now: next, asleep: asleep)]
        #expect(turns == [true, false])
    }
}

@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
    private let parent = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")

    @Test func aNewFileAndALostOneAreToldOnceEach() async throws {
        let folder = try makeFolder("snd")
        var changes = try watch(folder).makeAsyncIterator()
        try Data().write(to: folder.appending(path: "pcmC0D0c"))
        try Data().write(to: folder.appending(path: "controlC0"))
        await changes.next()
        try FileManager.default.removeItem(at: folder.appending(path: "pcmC0D0c"))
        await changes.next()
        try FileManager.default.removeItem(at: parent)
    }

    @Test func aFolderThatIsNotThereYetIsWaitedFor() async throws {
        _ = try makeFolder("other")
        let folder = parent.appending(path: "snd")
        var changes = try watch(folder).makeAsyncIterator()
        _ = try makeFolder("snd")
        await changes.next()
        try Data().write(to: folder.appending(path: "pcmC0D0c"))
        await changes.next()
        try FileManager.default.removeItem(at: folder)
        await changes.next()
        _ = try makeFolder("snd")
        await changes.next()
        try FileManager.default.removeItem(at: parent)
    }

    private func makeFolder(_ name: String) throws -> URL {
        let folder = parent.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func watch(_ folder: URL) throws -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        let opened = FolderWatch(folder.path) { listener.yield() }
        let watch = try #require(opened)
        listener.onTermination = { _ in watch.cancel() }
        return stream
    }
}
