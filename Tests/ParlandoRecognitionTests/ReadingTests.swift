import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoRecognition

/// What else was said, weighed while words become final.
@Suite struct ReadingTests {
    private func hear(
        _ doubtful: Set<String>, policy: LivePolicy = LivePolicy()
    ) throws -> (words: [Word], decoder: MadeSpeechDecoder) {
        let speech = LiveTranscriberTests.conversation()
        let decoder = MadeSpeechDecoder(speech)
        decoder.doubtful = doubtful
        let outcome = try LiveTranscriberTests.run(speech, policy: policy, decoder: decoder)
        #expect(outcome.final.map(\.text) == speech.items.map(\.text))
        return (outcome.final, decoder)
    }

    @Test(arguments: [LivePolicy(), .file])
    func everyDoubtfulWordBecomesFinalWithItsReadings(policy: LivePolicy) throws {
        // At the beginning, before a pause within a paragraph, before one that ends it, within long speech, at the end.
        let doubtful: Set<String> = ["alpha1", "alpha9", "beta2", "gamma7", "delta30", "delta60"]
        let (words, _) = try hear(doubtful, policy: policy)
        for word in words {
            #expect(word.readings.map(\.text) == (doubtful.contains(word.text) ? [String(word.text.reversed())] : []))
        }
    }

    @Test func nothingIsWeighedForWordsThatAreSure() throws {
        #expect(try hear([]).decoder.weighed.isEmpty)
    }

    @Test func withoutStepsNothingIsWeighed() throws {
        var policy = LivePolicy()
        policy.readingSteps = 0
        #expect(try hear(["beta2"], policy: policy).decoder.weighed.isEmpty)
    }

    @Test func aWordIsWeighedAFewTimesAtMost() throws {
        let weighed = try hear(["delta30"]).decoder.weighed.filter { $0 == ["delta30"] }
        #expect((1...2).contains(weighed.count))
    }
}
