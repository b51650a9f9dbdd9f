import Foundation
import ParlandoCore
import ParlandoRecognition
import ParlandoSystem
import ParlandoTestSupport
import Synchronization

@testable import ParlandoWhisper

enum RealSpeech {
    static let samplePath = root.appending(path: "data/samples/jfk.flac").path
    /// What is said in the sample.
    static let sampleText =
        "and so my fellow americans ask not what your country can do for you ask what you can do for your country"

    /// `scripts/setup` puts the models there.
    static let files = ModelFiles(
        model: SpeechModel(name: "tiny.en", bytes: 77_704_715, sha256: ""),
        weights: models.appending(path: "tiny.en-v1.bin").path,
        voiceActivity: models.appending(path: "silero-v6.2.0-v1.bin").path)

    /// Spanish, see `Tests/Data/README.md`.
    static let spanishPath = root.appending(path: "Tests/Data/letter-es.flac").path

    /// `scripts/setup --tests` puts it there.
    static let multilingualFiles = ModelFiles(
        model: SpeechModel(name: "base", bytes: 147_951_465, sha256: "", isMultilingual: true),
        weights: models.appending(path: "base-v1.bin").path, voiceActivity: files.voiceActivity)

    private static let root = ProjectFolder.root

    private static var models: URL {
        let home = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
        return URL(filePath: home).appending(path: "parlando/models")
    }

    /// A whole file, mono at 16 kHz.
    static func sample(_ path: String = samplePath) async throws -> [Float] {
        var samples: [Float] = []
        for try await block in try await SoundFileReader().blocks(of: path, seconds: 1).blocks {
            samples += block.samples
        }
        return samples
    }

    static func stream(_ samples: [Float]) -> AsyncStream<AudioBlock> {
        AsyncStream { continuation in
            for start in stride(from: 0, to: samples.count, by: 1600) {
                continuation.yield(AudioBlock(samples: Array(samples[start..<min(start + 1600, samples.count)])))
            }
            continuation.finish()
        }
    }

    static func recognise(
        _ samples: [Float], with recognizer: LocalRecognizer, audience: RecognitionOptions.Audience = .speaker
    ) async throws -> (words: [Word], events: [RecognitionEvent]) {
        try await recognise(samples, with: recognizer, options: RecognitionOptions(audience: audience))
    }

    static func recognise(
        _ samples: [Float], with recognizer: LocalRecognizer, options: RecognitionOptions
    ) async throws -> (words: [Word], events: [RecognitionEvent]) {
        var events: [RecognitionEvent] = []
        for try await event in recognizer.transcribe(stream(samples), options: options) {
            events.append(event)
        }
        let words = events.flatMap { event -> [Word] in
            if case .final(let words) = event { words } else { [] }
        }
        return (words, events)
    }

    static func errors(in words: [Word]) -> Int {
        // Punctuation that becomes final after its word stands alone.
        let heard = words.map { DecodedWord(text: $0.text, tokens: [], probability: 1).essence }.filter { !$0.isEmpty }
        return distance(heard, sampleText.split(separator: " ").map(String.init))
    }

    private static func distance(_ a: [String], _ b: [String]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let cost = min(row[j] + 1, row[j + 1] + 1, diagonal + (left == right ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[b.count]
    }
}

final class LoadRecord: LoadProgress {
    private let steps = Mutex<[(fraction: Double, phase: ModelState.Phase)]>([])

    var all: [(fraction: Double, phase: ModelState.Phase)] {
        steps.withLock { $0 }
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        steps.withLock { $0.append((fraction, phase)) }
    }
}

extension LocalRecognizer {
    static func whisper() -> LocalRecognizer {
        LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader())
    }
}
