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
