import ParlandoCore
import ParlandoRecognition
import Testing

@testable import ParlandoWhisper

/// The decoder made to say a phrase again and again, as it does by itself in noise.
@Suite(.serialized) struct DecoderLoopTests {
    private func loop(
        _ effort: DecodeRequest.Effort
    ) async throws -> (phrase: [DecodedWord], chosen: Int, answer: Hypothesis) {
        let samples = Array(try await RealSpeech.sample().prefix(5 * AudioBlock.sampleRate))
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(context: context, threads: 1, cancel: CancelFlag())
        var request = DecodeRequest(samples: samples, effort: effort)
        let phrase = Array(try decoder.decode(request).words.prefix(5))
        let round = phrase.flatMap(\.tokens)
        try #require(round.count >= 5)
        let rounds = Array(repeating: round, count: 40).flatMap { $0 }
        request.expected = rounds
        try decoder.encode(request)
        var search = try decoder.beginSearch(request, prefix: [])
        search.bonus = .infinity
        try search.run(
            opening: decoder.opening(language: search.language?.code), prefix: [], expected: request.expected)
        return (phrase, search.chosen.count / round.count, decoder.hypothesis(of: search, prefix: []))
    }

    @Test func whatGoesOnWithoutSoundUnderItIsCutOff() async throws {
        let (phrase, rounds, answer) = try await loop(.full)
        #expect(answer.words.map(\.text) == phrase.map(\.text))
        #expect(answer.isLooped)
        #expect(rounds > 3)
    }

    @Test func aQuickLookEndsWhereItBeginsToRepeatItself() async throws {
        let (phrase, rounds, answer) = try await loop(.quick)
        #expect(answer.words.map(\.text) == phrase.map(\.text))
        #expect(rounds == 2)
    }
}
