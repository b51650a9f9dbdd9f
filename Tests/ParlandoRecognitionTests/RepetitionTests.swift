import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct RepetitionTests {
    @Test(
        arguments: [
            ([1, 2, 3, 4], []),
            ([7, 7, 7, 7], []),
            ([7, 7, 7, 7, 7, 7], [Repetition(start: 0, period: 1, length: 6)]),
            ([1, 2, 1, 2, 3], []),
            ([9, 1, 2, 1, 2, 1, 2, 8], [Repetition(start: 1, period: 2, length: 6)]),
            // The last copy is broken off.
            ([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 9], [Repetition(start: 0, period: 5, length: 12)]),
            (
                [7, 7, 7, 7, 7, 3, 4, 3, 4, 3, 4, 9],
                [Repetition(start: 0, period: 1, length: 5), Repetition(start: 5, period: 2, length: 6)]
            ),
            (Array(1...20) + Array(1...20), [Repetition(start: 0, period: 20, length: 40)]),
        ] as [([Int32], [Repetition])])
    func everyPhraseThatFollowsItselfIsFound(tokens: [Int32], found: [Repetition]) {
        #expect(Repetition.all(in: tokens) == found)
    }

    /// "No. No. No. I said no." came to its end; another text had as many tokens as its sound can hold.
    @Test(
        arguments: [
            [4, 9, 1, 9, 1, 9, 1, 9, 1], [9, 1, 9, 1, 9, 1, 5, 6, 7], Array(1...9) + Array(1...9) + Array(1...9),
        ] as [[Int32]])
    func whoRepeatsComesToAnEndAndALoopDoesNot(tokens: [Int32]) {
        #expect(Repetition.loop(in: tokens, isEnded: true) == nil)
        #expect(Repetition.loop(in: tokens, isEnded: false) == Repetition.all(in: tokens).last)
        #expect(Repetition.loop(in: tokens, isEnded: false) != nil)
    }

    @Test func aLongTextWithoutRepetitionIsNoLoop() {
        #expect(Repetition.loop(in: Array(1...200), isEnded: false) == nil)
    }

    @Test func copiesSayNothingOfHowProbableATextIs() {
        #expect(Repetition.indicesWithoutCopies(of: [4, 9, 1, 9, 1, 9, 1, 5]) == [0, 1, 2, 7])
        #expect(Repetition.indicesWithoutCopies(of: [1, 2, 3]) == [0, 1, 2])
    }

    @Test(
        arguments: [
            ([1, 2, 3, 4], 0),
            ([7, 7, 7, 7], 0),
            ([7, 7, 7, 7, 7], 4),
            ([1, 2, 1, 2], 0),
            ([9, 1, 2, 1, 2, 1, 2], 4),
            ([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], 5),
            ([1, 2, 3, 4, 5, 1, 2, 3, 4], 0),
            (Array(1...20) + Array(1...20), 20),
            (Array(1...31) + Array(1...31), 0),
        ] as [([Int32], Int)])
    func copiesAtTheEndAreCounted(tokens: [Int32], count: Int) {
        #expect(Repetition.copies(atEndOf: tokens) == count)
    }

    @Test(arguments: 1...30)
    func aRepetitionAtTheEndIsOneOfAllRepetitions(period: Int) {
        let phrase = (0..<period).map { Int32($0) }
        for copies in 1...6 {
            let tokens: [Int32] = [99] + Array(Array(repeating: phrase, count: copies).joined())
            #expect((Repetition.copies(atEndOf: tokens) > 0) == !Repetition.all(in: tokens).isEmpty)
        }
    }
}
