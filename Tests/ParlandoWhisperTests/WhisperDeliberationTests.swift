import Foundation
import ParlandoCore
import Testing

@testable import ParlandoWhisper

@Suite(.serialized) struct WhisperDeliberationTests {
    /// The model holds one encoding at a time: what is decoded between two pieces of work takes its place.
    @Test func whatIsDecodedBetweenThePiecesChangesNothing() async throws {
        let sample = try await RealSpeech.sample()
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(context: context, threads: 1, cancel: CancelFlag())
        let other = DecodeRequest(samples: Array(sample.suffix(2 * AudioBlock.sampleRate)))
        var severalPieces = 0
        for seconds in 3...6 {
            let request = DecodeRequest(
                samples: Array(sample.prefix(seconds * AudioBlock.sampleRate)), effort: .thorough)
            // whisper.cpp attends to a few frames more than were encoded: both answers begin with the same ones there.
            _ = try decoder.decode(request)
            let undisturbed = try decoder.decode(request)
            var deliberation = decoder.deliberate(request)
            var (answer, isFinal) = try deliberation.advance()
            severalPieces += isFinal ? 0 : 1
            while !isFinal {
                _ = try decoder.decode(other)
                (answer, isFinal) = try deliberation.advance()
            }
            #expect(answer.words.map(\.text) == undisturbed.words.map(\.text))
        }
        try #require(severalPieces > 0)
    }

    @Test func theFirstPieceAnswersAsACarefulDecodingDoes() async throws {
        let sample = Array(try await RealSpeech.sample().prefix(5 * AudioBlock.sampleRate))
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(context: context, threads: 1, cancel: CancelFlag())
        var deliberation = decoder.deliberate(DecodeRequest(samples: sample, effort: .thorough))
        let first = try deliberation.advance().answer
        let careful = try decoder.decode(DecodeRequest(samples: sample, effort: .careful))
        #expect(first.words.map(\.text) == careful.words.map(\.text))
    }
}
