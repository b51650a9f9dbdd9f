import Foundation
import ParlandoCore
import ParlandoRecognition
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

/// One after another: each test uses both cores.
@Suite(.serialized) struct WhisperEngineTests {
    static func loaded() async throws -> LocalRecognizer {
        let recognizer = LocalRecognizer.whisper()
        try await recognizer.load(RealSpeech.files, progress: LoadRecord())
        return recognizer
    }

    @Test(arguments: [RecognitionOptions.Audience.speaker, .nobody])
    func realSpeechIsUnderstood(audience: RecognitionOptions.Audience) async throws {
        let outcome = try await RealSpeech.recognise(
            RealSpeech.sample(), with: Self.loaded(), audience: audience)
        #expect(RealSpeech.errors(in: outcome.words) <= 2, "\(outcome.words.text)")
        #expect(outcome.words.allSatisfy { (0...1).contains($0.probability) && $0.start <= $0.end && $0.end <= 11.01 })
    }

    @Test func silenceAndNoiseHoldNoWord() async throws {
        let recognizer = try await Self.loaded()
        var generator = SystemRandomNumberGenerator()
        let silence = [Float](repeating: 0, count: 160_000)
        let noise = (0..<320_000).map { _ in Float.random(in: -0.1...0.1, using: &generator) }
        let hum = (0..<160_000).map { 0.2 * sin(Float($0) * 2 * .pi * 50 / 16_000) }
        for sound in [silence, noise, hum] {
            let outcome = try await RealSpeech.recognise(sound, with: recognizer)
            #expect(outcome.words.isEmpty)
            let shown = outcome.events.contains { if case .interim(let words) = $0 { !words.isEmpty } else { false } }
            #expect(!shown)
        }
    }

    @Test func aModelThatKnowsOnlyEnglishSaysSoWhenItHearsSpanish() async throws {
        let recognizer = try await Self.loaded()
        let foreign = try await RealSpeech.recognise(RealSpeech.sample(RealSpeech.spanishPath), with: recognizer)
        #expect(foreign.events.contains(.warning(.notEnglish)))
        #expect(!foreign.words.isEmpty)
        let english = try await RealSpeech.recognise(RealSpeech.sample(), with: recognizer)
        #expect(!english.events.contains(.warning(.notEnglish)))
    }

    /// A translation is doubted more, but somebody speaks.
    @Test(arguments: [0, 0.26, 0.37]) func speechThatIsHardToTranslateIsTranslatedNevertheless(
        later: Double
    ) async throws {
        let recognizer = LocalRecognizer.whisper()
        try await recognizer.load(RealSpeech.multilingualFiles, progress: LoadRecord())
        let silence = [Float](repeating: 0, count: Int(later * 16_000))
        var options = RecognitionOptions(language: "es", audience: .nobody)
        options.translatesIntoEnglish = true
        let outcome = try await RealSpeech.recognise(
            silence + RealSpeech.sample(RealSpeech.spanishPath), with: recognizer, options: options)
        #expect(outcome.words.count >= 10, "\(outcome.words.text)")
    }

    @Test func soundThatCameBeforeTheModelIsCaughtUp() async throws {
        let recognizer = LocalRecognizer.whisper()
        let sample = try await RealSpeech.sample()
        async let outcome = RealSpeech.recognise(sample, with: recognizer)
        try await recognizer.load(RealSpeech.files, progress: LoadRecord())
        let result = try await outcome
        #expect(RealSpeech.errors(in: result.words) <= 2)
        let ends = result.events.compactMap { if case .progress(let seconds) = $0 { seconds } else { nil } }
        #expect(ends.last == Double(sample.count) / 16_000)
    }

    @Test func loadingReportsItsProgressFromStartToEnd() async throws {
        let record = LoadRecord()
        try await LocalRecognizer.whisper().load(RealSpeech.files, progress: record)
        let loading = record.all.filter { $0.phase == .loading }.map(\.fraction)
        #expect(loading.count > 50)
        #expect(loading == loading.sorted())
        #expect(try #require(loading.last) > 0.98)
        #expect(record.all.last?.phase == .warming)
        #expect(record.all.last?.fraction == 1)
    }

    @Test func aModelWorksAgainAfterItsMemoryWasGivenBack() async throws {
        let recognizer = try await Self.loaded()
        await recognizer.unload()
        try await recognizer.load(RealSpeech.files, progress: LoadRecord())
        let outcome = try await RealSpeech.recognise(RealSpeech.sample(), with: recognizer)
        #expect(RealSpeech.errors(in: outcome.words) <= 2)
    }

    @Test func cancellingEndsTheSessionAndLeavesTheModelUsable() async throws {
        let recognizer = try await Self.loaded()
        let sample = try await RealSpeech.sample()
        let session = Task {
            for try await _ in recognizer.transcribe(
                RealSpeech.stream(sample + sample + sample), options: RecognitionOptions())
            {
                break
            }
        }
        try await session.value
        let outcome = try await RealSpeech.recognise(sample, with: recognizer)
        #expect(RealSpeech.errors(in: outcome.words) <= 2)
    }

    @Test func twoSessionsAtOnceDoNotDisturbEachOther() async throws {
        let recognizer = try await Self.loaded()
        let sample = try await RealSpeech.sample()
        async let first = RealSpeech.recognise(sample, with: recognizer)
        async let second = RealSpeech.recognise(sample, with: recognizer)
        let (one, two) = try await (first, second)
        #expect(RealSpeech.errors(in: one.words) <= 2)
        #expect(RealSpeech.errors(in: two.words) <= 2)
    }
}

/// Block by block, on a machine that is always equally fast.
@Suite(.serialized) struct LiveSpeechTests {
    private struct SteadyDecoder: SpeechDecoder {
        let decoder: WhisperDecoder

        func decode(_ request: DecodeRequest) throws -> Hypothesis {
            var hypothesis = try decoder.decode(request)
            hypothesis.cost = 0.1
            return hypothesis
        }
    }

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
