import Foundation
import ParlandoCore
import ParlandoRecognition
import Testing

@testable import ParlandoWhisper

@Suite(.serialized) struct TokenSearchTests {
    @Test func whatIsExpectedChangesNothingOfAFreeAnswer() async throws {
        let samples = Array(try await RealSpeech.sample().prefix(5 * AudioBlock.sampleRate))
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(context: context, threads: 1, cancel: CancelFlag())
        let free = try decoder.decode(DecodeRequest(samples: samples, effort: .full))
        let tokens = free.words.flatMap(\.tokens)
        try #require(tokens.count > 5)
        let expectations: [[Int32]] = [
            tokens, Array(tokens.prefix(3)), Array(tokens.prefix(4)) + [1, 2, 3], tokens + tokens,
            Array(tokens.reversed()),
            [7],
        ]
        for expected in expectations {
            let again = try decoder.decode(DecodeRequest(samples: samples, expected: expected, effort: .full))
            #expect(again.words.map(\.text) == free.words.map(\.text))
            #expect(abs(again.noSpeech - free.noSpeech) < 0.01)
            #expect(abs(again.meanLogProbability - free.meanLogProbability) < 0.02)
        }
    }

    @Test func aPrefixIsContinuedWithTheWordsThatFollowIt() async throws {
        let samples = Array(try await RealSpeech.sample().prefix(5 * AudioBlock.sampleRate))
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(context: context, threads: 1, cancel: CancelFlag())
        let free = try decoder.decode(DecodeRequest(samples: samples, effort: .full))
        let prefix = free.words.prefix(3).flatMap(\.tokens)
        let rest = free.words.dropFirst(3)
        let again = try decoder.decode(
            DecodeRequest(samples: samples, prefixes: [prefix], expected: rest.flatMap(\.tokens), effort: .full))
        #expect(again.words.map(\.essence) == rest.map(\.essence))
    }
}

@Suite struct TokenLimitTests {
    private func limit(
        _ seconds: Double, prefix: Int = 0, isMultilingual: Bool = true, isPatient: Bool = false
    ) -> Int {
        TokenLimit.newTokens(
            seconds: seconds, prefix: prefix, opening: 3 + prefix, room: 448, isMultilingual: isMultilingual,
            isPatient: isPatient)
    }

    @Test func digitsSaidFastAreWrittenDownWholeWhereNobodyWaits() {
        #expect(limit(28, isMultilingual: false, isPatient: true) >= 28 * 8)
    }

    @Test func englishThatBabblesIsCutAndAScriptOfManyTokensIsNot() {
        #expect(limit(10, isMultilingual: false) == 76)
        // Twenty tokens a second, as Hindi takes them.
        #expect(limit(10) >= 200)
    }

    @Test func finalWordsCountAsSpoken() {
        #expect(limit(2, prefix: 10, isMultilingual: false) == 10)
        #expect(limit(0.1, prefix: 50, isMultilingual: false) == 6)
    }

    @Test(arguments: [0, 100, 440, 448, 500])
    func neverMoreThanTheDecoderCanHold(prefix: Int) {
        #expect(limit(28, prefix: prefix) + 3 + prefix + 1 <= max(448, 3 + prefix + 1))
    }
}

/// The decoder is made to loop.
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
