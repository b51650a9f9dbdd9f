import ParlandoCore
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoRecognition

/// An engine whose decoders note which of them decodes.
private final class NotingEngine: SpeechEngine, LoadedModel {
    private struct Decoder: SpeechDecoder {
        let decoder: MadeSpeechDecoder
        let number: Int
        let engine: NotingEngine

        func decode(_ request: DecodeRequest) -> Hypothesis {
            engine.state.withLock { $0.turns.append(number) }
            return decoder.decode(request)
        }
    }

    let name = "noting"
    let isMultilingual = false
    private let speech: MadeSpeech
    private let state = Mutex((decoders: 0, turns: [Int]()))

    init(_ speech: MadeSpeech) {
        self.speech = speech
    }

    /// Without the warm-up.
    var turns: [Int] { state.withLock { $0.turns.filter { $0 > 0 } } }

    func read(_ files: ModelFiles, progress: any LoadProgress) throws(RecognitionError) -> any LoadedModel {
        self
    }

    func makeDecoder(_ options: RecognitionOptions, cancel: CancelFlag) -> any SpeechDecoder {
        let number = state.withLock { state in
            defer { state.decoders += 1 }
            return state.decoders
        }
        return Decoder(decoder: MadeSpeechDecoder(speech), number: number, engine: self)
    }
}

private struct MadeGates: SpeechGateReader {
    func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate {
        MadeSpeechGate()
    }
}

/// Several speakers who are heard with one model.
@Suite(.timeLimit(.minutes(1))) struct SharedModelTests {
    private static func work(speakers: Int, cost: Double) throws -> (interim: Int, reviews: Int, words: [String]) {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(80))
        let decoder = MadeSpeechDecoder(speech)
        decoder.cost = cost
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: MadeSpeechGate(), policy: LivePolicy(), isMultilingual: false, language: nil)
        transcriber.speakers = speakers
        var final: [String] = []
        func step() throws {
            while let events = try transcriber.step() {
                for case .final(let words) in events {
                    final += words.map(\.text)
                }
            }
        }
        for start in stride(from: 0, to: speech.samples.count, by: 320) {
            try transcriber.append(Array(speech.samples[start..<min(start + 320, speech.samples.count)]))
            try step()
        }
        try transcriber.finish()
        try step()
        let interim = decoder.efforts.filter { $0 == .quick }.count
        return (interim, decoder.efforts.count - interim, final)
    }

    @Test func twoSpeakersTogetherTakeTheTimeOfOne() throws {
        let (alone, shared) = (
            try Self.work(speakers: 1, cost: 0.8), try Self.work(speakers: 2, cost: 0.8)
        )
        // A pause and the end of the speech are heard by each.
        #expect(2 * (shared.interim + shared.reviews) <= alone.interim + alone.reviews + 8)
        #expect(shared.interim > 0 && shared.reviews > 0)
        #expect(shared.words == LiveTranscriberTests.words(80))
    }

    /// A fast processor reviews as often as for one.
    @Test func interimWordsBecomeRarerFirst() throws {
        let (alone, shared) = (
            try Self.work(speakers: 1, cost: 0.05), try Self.work(speakers: 2, cost: 0.05)
        )
        #expect(Double(shared.interim) < 0.7 * Double(alone.interim))
        #expect(shared.reviews >= alone.reviews - 1)
    }

    @Test func twoSessionsTakeTurnsAndNeitherLosesAWord() async throws {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(120))
        speech.pause(3)
        let engine = NotingEngine(speech)
        let recognizer = LocalRecognizer(engines: [engine], gates: MadeGates())
        let words = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0...1 {
                let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
                for start in stride(from: 0, to: speech.samples.count, by: 1600) {
                    sound.yield(
                        AudioBlock(samples: Array(speech.samples[start..<min(start + 1600, speech.samples.count)])))
                }
                sound.finish()
                let events = recognizer.transcribe(blocks, options: RecognitionOptions())
                group.addTask {
                    var final: [String] = []
                    for try await event in events {
                        if case .final(let words) = event {
                            final += words.map(\.text)
                        }
                    }
                    return final
                }
            }
            let files = ModelFiles(
                model: SpeechModel(name: "small", bytes: 1, sha256: "", engine: "noting"), weights: "",
                voiceActivity: "")
            try await recognizer.load(files, progress: NoProgress())
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words == Array(repeating: LiveTranscriberTests.words(120), count: 2))
        let turns = engine.turns
        let first = try #require(turns.first)
        let others = try #require(turns.firstIndex { $0 != first })
        #expect(turns[others...].contains(first))
    }
}
