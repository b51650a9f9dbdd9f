import Testing

@testable import ParlandoWhisper

@Suite struct ThreadGovernorTests {
    @Test(arguments: [(1, 2), (2, 1), (5, 1), (nil, 2)] as [(Int?, Int32)])
    func onlyCoresThatNobodyWantsAreUsed(running: Int?, threads: Int32) {
        #expect(ThreadGovernor(most: 2, cores: 2).threads(running: running) == threads)
    }

    @Test(arguments: [(1, 4), (4, 4), (6, 3), (20, 1)] as [(Int, Int32)])
    func aLargerMachineLeavesRoomForOthers(running: Int, threads: Int32) {
        #expect(ThreadGovernor(most: 4, cores: 8).threads(running: running) == threads)
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
