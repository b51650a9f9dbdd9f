import ParlandoCore
import ParlandoRecognition
import Testing

@testable import ParlandoWhisper

/// Real speech as a microphone brings it, block by block, on a machine that is always equally fast.
@Suite(.serialized) struct LiveSpeechTests {
    /// A decoder whose every answer is said to have taken a tenth of a second.
    private struct SteadyDecoder: SpeechDecoder {
        let decoder: WhisperDecoder

        func decode(_ request: DecodeRequest) throws -> Hypothesis {
            var hypothesis = try decoder.decode(request)
            hypothesis.cost = 0.1
            return hypothesis
        }
    }

    /// A speaker who pauses after every phrase: what is heard of each stands alone.
    @Test func aSpeechWithPausesIsHeardWithoutAnError() async throws {
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = SteadyDecoder(decoder: WhisperDecoder(context: context, threads: 2, cancel: CancelFlag()))
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: try SileroGate(path: RealSpeech.files.voiceActivity), policy: LivePolicy(),
            isMultilingual: false, language: nil)
        var words: [Word] = []
        func work() throws {
            while let events = try transcriber.step() {
                for case .final(let final) in events {
                    words += final
                }
            }
        }
        let sample = try await RealSpeech.sample()
        for start in stride(from: 0, to: sample.count, by: 1600) {
            try transcriber.append(Array(sample[start..<min(start + 1600, sample.count)]))
            try work()
        }
        try transcriber.finish()
        try work()
        #expect(RealSpeech.errors(in: words) == 0, "\(words.text)")
    }
}
