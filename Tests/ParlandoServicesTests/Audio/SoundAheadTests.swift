import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// What is kept of a microphone that stays open.
@Suite struct SoundAheadTests {
    private let sound = SoundAhead()

    init() {
        sound.open()
    }

    /// Blocks of 20 ms; each sample of a block is its number.
    private func play(_ numbers: Range<Int>) {
        for number in numbers {
            sound.take(.block(AudioBlock(samples: [Float](repeating: Float(number), count: 320))))
        }
    }

    /// The numbers of the blocks that a user gets, the sound of whom ends then.
    private func lent() async -> [Int] {
        let events = sound.lend(to: 1)
        sound.takeBack(from: 1)
        var numbers: [Int] = []
        for await case .block(let block) in events ?? AsyncStream(unfolding: { nil }) {
            numbers.append(Int(block.samples.first ?? -1))
        }
        return numbers
    }

    @Test func aSessionOfAPressBeginsHalfASecondBeforeIt() async {
        play(0..<100)
        sound.hold()
        play(100..<200)
        #expect(await lent() == Array(75..<200))
        // The next session does not get it again.
        sound.hold()
        #expect(await lent() == [])
    }

    @Test func aSessionWithoutAPressBeginsWithItself() async {
        play(0..<100)
        #expect(await lent() == [])
    }

    @Test func whatIsSaidAfterTheReleaseIsNotKeptButWhatWasUnderWayIs() async {
        sound.hold()
        play(0..<10)
        sound.release()
        play(10..<100)
        #expect(await lent() == Array(0..<13))
    }

    @Test func aPressAfterAnotherThatStillWaitsLosesNeither() async {
        sound.hold()
        play(0..<40)
        sound.release()
        sound.hold()
        play(40..<60)
        #expect(await lent() == Array(0..<60))
    }

    @Test func aPressWithoutASessionIsForgottenAfterTenSeconds() async {
        sound.hold()
        play(0..<10)
        sound.release()
        play(10..<600)
        sound.hold()
        #expect(await lent().first ?? 600 >= 510)
    }

    @Test func aReleaseDuringASessionKeepsNothing() async {
        sound.hold()
        let events = sound.lend(to: 1)
        sound.release()
        sound.takeBack(from: 1)
        play(0..<10)
        #expect(await lent() == [])
        withExtendedLifetime(events) {}
    }

    @Test func whatOneUserGotIsNotGivenToTheNext() async {
        let events = sound.lend(to: 7)
        play(0..<10)
        sound.hold()
        #expect(await lent() == [])
        withExtendedLifetime(events) {}
    }

    @Test func aCheckHearsTheSoundAndLeavesItToTheSession() async {
        let events = sound.lend(to: 7, isCheck: true)
        play(0..<100)
        sound.hold()
        play(100..<110)
        sound.release()
        #expect(await lent() == Array(75..<110))
        #expect(await events?.reduce(0) { count, _ in count + 1 } == 110)
    }

    @Test func aLostOrClosedMicrophoneIsNotLent() {
        sound.take(.lost(AudioError(.lost)))
        #expect(sound.lend(to: 1).map { _ in true } == nil)
        sound.take(.restored)
        #expect(sound.lend(to: 1).map { _ in true } == true)
        #expect(sound.close())
        #expect(!sound.close())
        #expect(sound.lend(to: 1).map { _ in true } == nil)
    }
}
