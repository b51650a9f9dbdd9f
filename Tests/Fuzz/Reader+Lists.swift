import Foundation
import ParlandoCore

@testable import ParlandoNetwork

/// Fuzz targets that read lists in files (models, patterns, strokes), and the file beside an unfinished download.
extension Reader {
    static func listReaders() -> [Reader] {
        let sidecar = ScratchFile("sidecar")
        return [
            Reader("models.json", texts: [catalogue]) { bytes in
                let models = try ModelCatalogue.models(json: Data(bytes))
                // Computes with the sizes as a download does.
                _ = models.reduce(0) { $0 + $1.bytes }
                var retries = models.first.map { DownloadRetries(bytes: $0.bytes, count: $0.bytes) }
                let failure = DownloadFailure(ModelError(.offline), retryAfter: .seconds(3))
                _ = retries?.wait(after: failure, count: 1)
            },
            Reader("voices", texts: [voice]) { bytes in
                guard let voice = PiperConfiguration(json: Data(bytes)) else {
                    return
                }
                _ = (voice.tokens, OnnxMetadata.bytes(voice.metadata))
            },
            Reader("networks", [network]) { bytes in
                _ = OnnxMetadata.ends(size: Int64(bytes.count)) { offset, count in
                    Array(bytes.dropFirst(Int(offset)).prefix(count))
                }
            },
            Reader("patterns.json", texts: [patterns]) { bytes in
                let library = try PatternLibrary(json: Data(bytes))
                let exercise = Exercise(.random(among: library.patterns, seed: 1), bars: 4)
                var schedule = Schedule(exercise, tempo: .initial)
                while let events = schedule.nextBar() {
                    _ = events
                }
            },
            Reader("strokes", texts: strokes) { bytes in
                guard let moments = StrokeList.moments(json: Data(bytes)) else {
                    return
                }
                let quarter = try PatternLibrary(json: Data(patterns.utf8)).patterns
                var judge = Judge(Schedule(Exercise(.sequence([quarter[0]]), bars: 8), tempo: .initial))
                for moment in moments.sorted() {
                    _ = judge.advance(to: moment)
                    _ = judge.hear(strokeAt: moment)
                }
                _ = judge.results(after: 20)
            },
            Reader("words.json", texts: [words]) { bytes in
                let book = try OutsideJSON.decode(WordBook.self, from: Data(bytes))
                let spoken = book.replacements.map(\.spoken) + ["new", "line", "comma"]
                let heard = spoken.map { Word(text: $0, start: 0, end: 1, probability: 1) }
                var replacement = LiveReplacement(book.rules(for: nil))
                _ = replacement.apply(to: Transcript(paragraphs: [Paragraph(words: heard)], interim: heard))
            },
            Reader("replacements", texts: ["jay son\tJSON\ngo on → \\n\n"]) { bytes in
                let rules = try ReplacementList.rules(in: String(decoding: bytes, as: UTF8.self))
                guard try ReplacementList.rules(in: ReplacementList.text(of: rules)) == rules else {
                    throw Wrong("an exported list differs from the imported one")
                }
            },
            Reader("vocabulary", texts: ["Kuzminov\nAda Lovelace\n\n"]) { bytes in
                let entries = try VocabularyList.entries(in: String(decoding: bytes, as: UTF8.self))
                guard try VocabularyList.entries(in: VocabularyList.text(of: entries)) == entries else {
                    throw Wrong("an exported list differs from the imported one")
                }
            },
            Reader("sidecars", texts: sidecars) { bytes in
                defer { sidecar.remove() }
                try sidecar.write(bytes)
                for ending in [".part", ".part.validator", ".checked"] {
                    try Data(bytes).write(to: URL(filePath: sidecar.path + ending))
                }
                let part = try PartialFile.open(for: sidecar.path)
                if let validator = part?.validator, !HTTPHeader("If-Range", validator).isOneLine {
                    throw Wrong("a validator of several lines")
                }
                try part?.catchUp()
                let model = SpeechModel(name: "fuzz", bytes: 10, sha256: "00")
                _ = CheckedStamp(of: model, at: sidecar.path)?.isWrittenDown
                _ = ContentRange(String(decoding: bytes, as: UTF8.self))
            },
        ]
    }

    private static let catalogue = #"""
        {"models": [
         {"name": "tiny.en", "kind": "speech", "version": 1, "home": "https://example.org/", "path": "a/tiny.bin",
          "bytes": 77704715, "sha256": "921e4cf8686fdd993dcd081a5da5b6c365bfde1162e72b08d75ac75289920b1f",
          "multilingual": false},
         {"name": "voice", "kind": "voice-activity", "version": 1, "home": "https://example.org/", "path": "voice.bin",
          "bytes": 885098, "sha256": "2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987",
          "multilingual": false},
         {"name": "joe", "kind": "voice", "version": 1, "home": "https://example.org/", "path": "joe.onnx",
          "bytes": 63201294, "sha256": "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
          "engine": "piper", "voice": {"language": "en", "region": "US", "speaker": "Joe", "gender": "male",
           "rate": 22050, "licence": "CC0-1.0", "configuration": {"path": "joe.onnx.json", "bytes": 4794,
            "sha256": "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33"}}}]}
        """#

    private static let voice = #"""
        {"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}, "phoneme_type": "espeak", "num_speakers": 1,
         "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
         "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], "a": [14]},
         "language": {"code": "en_US", "family": "en", "region": "US", "name_english": "English"}, "dataset": "joe"}
        """#

    /// An ONNX file with a version, a graph of three bytes and metadata.
    private static let network: [UInt8] =
        [0x08, 0x08, 0x3A, 0x03, 1, 2, 3] + OnnxMetadata.bytes([("sample_rate", "22050")])

    private static let patterns = #"""
        {"patterns": [
         {"id": "quarter", "difficulty": 1, "notes": [{"value": "quarter"}]},
         {"id": "triplet", "difficulty": 3, "notes": [{"value": "eighth", "triplet": true},
          {"value": "eighth", "triplet": true, "rest": true}, {"value": "eighth", "triplet": true}]},
         {"id": "dotted", "difficulty": 2, "notes": [{"value": "quarter", "dotted": true}, {"value": "eighth"}]}]}
        """#

    private static let strokes = [
        "[0.1, 1.5, {\"t\": 2.25, \"accepted\": true}, {\"t\": 3, \"accepted\": false}, -1]",
        "{\"strokes\": [1, 2, 3.5]}", "{\"t\": 1.5}\n{\"t\": 2.5, \"accepted\": false}\n",
    ]

    private static let words = #"""
        {"replacements": [{"spoken": "jay son", "written": "JSON"}, {"spoken": "go on", "written": "\n"},
         {"spoken": "um", "written": ""}], "shipped": ["lines", "punctuation"],
         "vocabulary": {"": ["Kuzminov"], "en": ["Ada Lovelace"]}}
        """#

    private static let sidecars = [
        "\"5f3c-61a\"", "Tue, 01 Jul 2025 10:00:00 GMT", "00 10 1753000000000000000\n", "bytes 100-199/200",
        "bytes */77",
    ]
}
