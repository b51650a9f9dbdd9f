import Foundation
import ParlandoCore
import ParlandoRecognition
import ParlandoSystem
import ParlandoWhisper

/// Simulates live dictation of recordings and writes the results, for `scripts/bench simulate` and `fit`.
///
/// Each recording gives three files: `ID.jsonl` with the events in the form of `parlandoctl transcribe --format
/// events`, `ID.looks.jsonl` with the features of each word in each decoding, and `ID.offline.txt` with the offline
/// transcript of the whole file.
struct LiveBench {
    let live: LiveSimulation
    let offline: LiveSimulation
    let folder: URL
    let slowdown: Double

    /// - Parameter arguments: WEIGHTS GATE FOLDER SLOWDOWN [--set NAME=VALUE]...: the path of the speech model, the
    ///   path of the voice activity detector's model, the output folder, and the slowdown factor.
    init(_ arguments: [String]) throws {
        var policy = LivePolicy()
        for (argument, value) in zip(arguments, arguments.dropFirst()) where argument == "--set" {
            try Self.set(value, in: &policy)
        }
        let slowdown = Double(arguments[3]) ?? 1
        let files = ModelFiles(
            model: SpeechModel(name: "", bytes: 0, sha256: ""), weights: arguments[0], voiceActivity: arguments[1])
        func simulation(_ policy: LivePolicy, slowdown: Double) throws -> LiveSimulation {
            try LiveSimulation(
                files, engine: WhisperEngine(simulating: slowdown), gates: SileroGateReader(), policy: policy)
        }
        self.slowdown = slowdown
        live = try simulation(policy, slowdown: slowdown)
        offline = try simulation(.file, slowdown: 0)
        folder = URL(filePath: arguments[2])
    }

    func run(_ files: [String]) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in files {
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            var samples: [Float] = []
            for try await block in try await SoundFileReader().blocks(of: file, seconds: 1).blocks {
                samples += block.samples
            }
            let seconds = Double(samples.count) / Double(AudioBlock.sampleRate)
            let outcome = try live.run(samples)
            try write(lines(of: outcome, seconds: seconds), "\(name).jsonl")
            try write(outcome.looks.map { try Self.json(Look($0.time, $0.look)) }, "\(name).looks.jsonl")
            let text = folder.appending(path: "\(name).offline.txt")
            if !FileManager.default.fileExists(atPath: text.path) {
                try write([Self.finalWords(try offline.run(samples)).text], "\(name).offline.txt")
            }
        }
    }

    private func write(_ lines: [String], _ name: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: name))
    }

    private static func finalWords(_ outcome: LiveSimulation.Outcome) -> [Word] {
        outcome.moments.flatMap { moment -> [Word] in
            if case .final(let words) = moment.event { words } else { [] }
        }
    }

    private struct Line: Encodable {
        var t: Double
        var type: String
        var text: String
        var words: [TimedWord]

        init(t: Double, type: String, text: String, words: [Word]) {
            self.t = t
            self.type = type
            self.text = text
            self.words = words.map { TimedWord($0) }
        }
    }

    private struct TimedWord: Encodable {
        var text: String
        var start: Double
        var end: Double
        var probability: Double
        var alternatives: [Reading]

        init(_ word: Word) {
            (text, start, end) = (word.text, word.start, word.end)
            (probability, alternatives) = (word.probability, word.readings)
        }
    }

    private struct Summary: Encodable {
        var type = "summary"
        var audio_seconds: Double
        var cpu_seconds: Double
    }

    private struct Look: Encodable {
        var t: Double
        var index: Int
        var words: [LookedAt]

        init(_ time: Double, _ look: LookRecord) {
            t = time
            index = look.firstIndex
            words = look.words.map {
                LookedAt(
                    text: $0.text, inputs: $0.evidence.inputs, behind: $0.evidence.soundBehind,
                    review: $0.evidence.isReview)
            }
        }
    }

    private struct LookedAt: Encodable {
        var text: String
        var inputs: [Double]
        var behind: Double
        var review: Bool
    }

    private func lines(of outcome: LiveSimulation.Outcome, seconds: Double) throws -> [String] {
        var lines = try outcome.moments.compactMap { moment -> String? in
            switch moment.event {
            case .interim(let words):
                try Self.json(Line(t: moment.time, type: "interim", text: words.text, words: words))
            case .final(let words):
                try Self.json(Line(t: moment.time, type: "final", text: words.text, words: words))
            default: nil
            }
        }
        lines.append(
            try Self.json(
                Line(
                    t: outcome.moments.last?.time ?? 0, type: "transcript", text: Self.finalWords(outcome).text,
                    words: [])))
        let cost = slowdown > 0 ? outcome.decodingSeconds / slowdown * WhisperEngine.simulatedSpeedUp : 0
        lines.append(try Self.json(Summary(audio_seconds: seconds, cpu_seconds: cost)))
        return lines
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static let names: [String: any WritableKeyPath<LivePolicy, Double> & Sendable] = [
        "step": \.step, "duty": \.duty, "endpoint": \.endpoint, "pause": \.pause, "paragraphPause": \.paragraphPause,
        "longestInterim": \.longestInterim, "keptInterim": \.keptInterim, "longestReview": \.longestReview,
        "keptReview": \.keptReview, "leastContext": \.leastContext, "reviewInterval": \.reviewInterval,
        "reviewDuty": \.reviewDuty, "reviewAge": \.reviewAge, "longestUnreviewed": \.longestUnreviewed,
        "finalProbability": \.finalProbability, "lastProbability": \.lastProbability,
        "longestWait": \.longestWait, "leastSoundBehind": \.leastSoundBehind, "leastProtection": \.leastProtection,
        "shownProbability": \.shownProbability, "lateProbability": \.lateProbability, "lateAge": \.lateAge,
        "firstProbability": \.firstProbability, "overrulingProbability": \.overrulingProbability,
        "readingSteps": \.readingSteps,
    ]

    private static func set(_ assignment: String, in policy: inout LivePolicy) throws {
        let parts = assignment.split(separator: "=")
        guard parts.count == 2, let path = names[String(parts[0])], let value = Double(parts[1]) else {
            throw CocoaError(.featureUnsupported)
        }
        policy[keyPath: path] = value
    }
}
