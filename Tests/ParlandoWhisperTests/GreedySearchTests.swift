import Testing

@testable import ParlandoWhisper

@Suite struct GreedySearchTests {
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
        ] as [([Int32], Int)])
    func repetitionsAreCounted(tokens: [Int32], cut: Int) {
        #expect(GreedySearch.repetition(at: tokens) == cut)
    }

    @Test func theBestTokenIsChosenUnlessItIsBanned() {
        let logits: [Float] = [0, 3, 2, 1, 9]
        logits.withUnsafeBufferPointer { buffer in
            let best = GreedySearch.choose(from: buffer, endOfText: 3, banned: [], favoured: nil, bonus: 0)
            #expect(best.token == 1)
            let other = GreedySearch.choose(from: buffer, endOfText: 3, banned: [1], favoured: nil, bonus: 0)
            #expect(other.token == 2)
        }
    }

    @Test(arguments: [(Float(0.5), Int32(1)), (Float(1.5), Int32(2))])
    func aFavouredTokenNeedsOnlyToComeClose(bonus: Float, token: Int32) {
        let logits: [Float] = [0, 3, 2, 1]
        logits.withUnsafeBufferPointer { buffer in
            let choice = GreedySearch.choose(from: buffer, endOfText: 3, banned: [], favoured: 2, bonus: bonus)
            #expect(choice.token == token)
        }
    }
}
