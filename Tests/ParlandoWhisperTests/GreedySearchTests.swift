import Testing

@testable import ParlandoWhisper

@Suite struct GreedySearchTests {
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
