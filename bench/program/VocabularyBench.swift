import Foundation
import ParlandoCore
import ParlandoRecognition
import ParlandoSystem
import ParlandoWhisper
import Synchronization

/// Decodes recordings once and writes the vocabulary entries that the decoder considered, with the values on which its
/// decisions are based, for `scripts/bench vocabulary`.
///
/// The input is a JSON list of `{"path", "vocabulary": [WORD]}`. The output is one line of JSON for each recording:
/// `{"words": [{"text", "glued"}], "entries": [{"first", "end", "text", "difference", "doubt", "gain"}]}`. `words` are
/// the words as recognised without a vocabulary.
struct VocabularyBench {
    private let model: any LoadedModel
    private let witness: Witness

    /// - Parameter weights: path of the model.
    init(weights: String) throws {
        witness = Witness()
        let files = ModelFiles(
            model: SpeechModel(name: "", bytes: 0, sha256: ""), weights: weights, voiceActivity: "")
        model = try WhisperEngine(witness: witness).read(files, progress: NoProgress())
    }

    func run(_ manifest: String) async throws {
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: URL(filePath: manifest)))
        for row in rows {
            var samples: [Float] = []
            for try await block in try await SoundFileReader().blocks(of: row.path, seconds: 1).blocks {
                samples += block.samples
            }
            witness.forget()
            let decoder = model.makeDecoder(
                RecognitionOptions(language: "en", vocabulary: row.vocabulary, audience: .nobody), cancel: CancelFlag())
            let whole = try decoder.decode(
                DecodeRequest(samples: Array(samples.prefix(Self.mostSamples)), language: "en", effort: .full))
            let line = witness.weighed ?? Line(whole.words, [])
            print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
        }
    }

    /// Maximum number of samples that are decoded of each recording: the longest window of a review (a decoding with
    /// full context).
    private static let mostSamples = 26 * AudioBlock.sampleRate

    private struct Row: Decodable {
        let path: String
        let vocabulary: [String]
    }
}

/// Output line for a recording: its words, and the vocabulary entries that the decoder considered.
private struct Line: Encodable {
    private struct Heard: Encodable {
        let text: String
        let glued: Bool
    }

    private struct Entry: Encodable {
        let first: Int
        let end: Int
        let text: String
        let difference: Double
        let doubt: Double
        let gain: Double
    }

    private let words: [Heard]
    private let entries: [Entry]

    init(_ words: [DecodedWord], _ entries: [WeighedEntry]) {
        self.words = words.map { Heard(text: $0.text, glued: $0.isGlued) }
        self.entries = entries.map {
            // JSON cannot represent an infinite gain, so the gain has a minimum.
            Entry(
                first: $0.words.lowerBound, end: $0.words.upperBound, text: $0.text, difference: $0.difference,
                doubt: $0.doubt, gain: max($0.gain, -1e6))
        }
    }
}

/// Keeps the vocabulary entries that the decoder considered last.
private final class Witness: VocabularyWitness {
    private let line = Mutex<Line?>(nil)

    var weighed: Line? {
        line.withLock { $0 }
    }

    func forget() {
        line.withLock { $0 = nil }
    }

    func decoder(didWeigh entries: [WeighedEntry], in words: [DecodedWord]) {
        line.withLock { $0 = Line(words, entries) }
    }
}
