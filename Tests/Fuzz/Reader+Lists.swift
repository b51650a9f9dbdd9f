import Foundation
import ParlandoCore
import ParlandoSystem

@testable import ParlandoNetwork

/// Fuzz targets that read lists in files (models, patterns, strokes), and the file beside an unfinished download.
extension Reader {
    static func listReaders() -> [Reader] {
        let sidecar = ScratchFile("sidecar")
        let score = ScratchFile("score")
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
            Reader("practice-book", texts: [practiceBook]) { bytes in
                var book = try OutsideJSON.decode(PracticeBook.self, from: Data(bytes))
                guard try OutsideJSON.decode(PracticeBook.self, from: Data(book.text.utf8)) == book else {
                    throw Wrong("an exported book differs from the imported one")
                }
                let before = book
                guard book.merge(before), book == before else {
                    throw Wrong("a book that is merged with itself changes")
                }
                _ = book.exercises.map { $0.applied(to: RhythmPreferences()).clicks() }
            },
            Reader("musicxml", scores) { bytes in
                defer { score.remove() }
                try score.write(bytes)
                let rhythm = try await FileScores().rhythm(at: score.path)
                guard Pattern(text: rhythm.pattern.text) == rhythm.pattern, rhythm.bars > 0,
                    rhythm.pattern.ticks % rhythm.meter.ticksPerBar == 0
                else {
                    throw Wrong("an imported rhythm that cannot be an exercise")
                }
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
         {"id": "triplet", "difficulty": 3, "notes": [{"value": "eighth", "tuplet": "triplet"},
          {"value": "eighth", "tuplet": "triplet", "rest": true}, {"value": "eighth", "tuplet": "triplet"}]},
         {"id": "dotted", "difficulty": 2, "notes": [{"value": "quarter", "dotted": true}, {"value": "eighth"}]}]}
        """#

    private static let strokes = [
        "[0.1, 1.5, {\"t\": 2.25, \"accepted\": true}, {\"t\": 3, \"accepted\": false}, -1]",
        "{\"strokes\": [1, 2, 3.5]}", "{\"t\": 1.5}\n{\"t\": 2.5, \"accepted\": false}\n",
    ]

    private static let practiceBook = #"""
        {"version": 1, "exercises": [
          {"id": "6F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B", "name": "Bossa", "settings": {"tempo": 63.5, "meter": "6/8",
           "stresses": ["soft"], "own": "120 r60 t40 t40 rt40", "source": "own", "sequence": ["quarter"], "bars": 0}},
          {"id": "7F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B", "name": "Bossa 2", "settings": {}}],
         "sets": [{"id": "8F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B", "name": "Evening",
           "exercises": ["6F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B", "7F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B"]}]}
        """#

    private static let scoreText = #"""
        <?xml version="1.0"?><!DOCTYPE score-partwise [<!ENTITY a "12">]>
        <score-partwise><work><work-title>A</work-title></work><part-list><score-part id="P1"><part-name>Flute</part-name>
        </score-part></part-list><part id="P1"><measure><attributes><divisions>12</divisions><time><beats>3+2</beats>
        <beat-type>8</beat-type></time></attributes><barline><repeat direction="forward"/></barline><direction><sound
        tempo="90"/></direction><note><rest measure="yes"/><duration>6</duration></note><note><pitch/><duration>4</duration>
        <tie type="start"/><voice>1</voice><time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes>
        </time-modification><staff>1</staff></note><backup><duration>4</duration></backup><note><chord/><duration>4</duration>
        <tie type="stop"/></note></measure><measure><barline><ending number="1, 2" type="start"/></barline><note>
        <duration>30</duration></note><barline><ending number="1, 2" type="stop"/><repeat direction="backward" times="3"/>
        </barline></measure></part></score-partwise>
        """#

    /// As text, and a shorter one in an `.mxl` file.
    private static var scores: [[UInt8]] {
        [Array(scoreText.utf8), Data(base64Encoded: packedScore).map { [UInt8]($0) } ?? []]
    }

    private static let packedScore = """
        UEsDBBQAAAAIAAAAIQCzxWvdNAAAAEsAAAAWAAAATUVUQS1JTkYvY29udGFpbmVyLnhtbLNJzs8rSczMSy2ysynKzy9Jy8xJLUYw\
        FdJKc3J0CxJLMmyVEvUqcnOU9O1s9JEU6iP0AwBQSwMEFAAAAAgAAAAhALRW1rphAAAAnQAAAAUAAABhLnhtbF1OOw6AMAi9inE3\
        xMQROYNXqLYDg9YA1euLMX7ixIP3A3XKkpo1iO2sifBEFce+HtqacE5Bi/g5mAmPxZISRt5YOS9KLcK7IHxFSza3xSLBnKXOlTdG\
        uEh40uFs9fF75gBQSwECFAMUAAAACAAAACEAs8Vr3TQAAABLAAAAFgAAAAAAAAAAAAAAgAEAAAAATUVUQS1JTkYvY29udGFpbmVy\
        LnhtbFBLAQIUAxQAAAAIAAAAIQC0Vta6YQAAAJ0AAAAFAAAAAAAAAAAAAACAAWgAAABhLnhtbFBLBQYAAAAAAgACAHcAAADsAAAA\
        AAA=
        """

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
