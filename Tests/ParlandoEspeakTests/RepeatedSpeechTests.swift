import Foundation
import ParlandoCore
import ParlandoEspeak
import ParlandoRecognition
import ParlandoSystem
import ParlandoTestSupport
import ParlandoWhisper
import Testing

/// People repeat themselves. What they say is written down as often as they say it, and so is what they say behind it.
@Suite(.enabled(if: Models.areThere, "needs the model tiny.en: scripts/setup"), .serialized, .timeLimit(.minutes(5)))
struct RepeatedSpeechTests {
    /// What is said, how it ends, and the fewest words of it that make it whole: a synthetic voice is not understood to
    /// the letter.
    private static let sayings = [
        (
            """
            Happy birthday to you. Happy birthday to you. Happy birthday dear Anna. Happy birthday to you. And now we \
            cut the cake.
            """, "the cake", 19
        ),
        ("No. No. No. No. No. No. I said no. And now we cut the cake.", "the cake", 13),
        (
            """
            Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream. \
            Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream. \
            That was the song.
            """, "was the song", 34
        ),
        (
            """
            All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no \
            play makes Jack a dull boy. All work and no play makes Jack a dull boy. Then the snow began to fall.
            """, "to fall", 38
        ),
        ("Call nine nine nine nine nine nine nine. Then press zero zero zero zero zero zero.", "zero zero zero", 12),
    ]

    /// Half a minute of other speech.
    private static let before = """
        The ship left the harbour early in the morning, and nobody on the shore waved to her. The captain had told his \
        men that the voyage would last for three weeks, and that they would find a new market for wool at the end of \
        it. By noon the wind had turned to the north, and the sails were full. The cook made soup for everybody, while \
        the youngest of the sailors learned how to read the compass. In the evening they sang.
        """

    /// Late in a file, where the words before are final already. The digits of this voice are not understood there.
    @Test(arguments: Night.isNow ? sayings.dropLast() : sayings.prefix(1))
    func everyRepetitionBehindOtherSpeechIsWrittenDown(saying: (text: String, ending: String, words: Int)) async throws
    {
        let words = try await heard(Self.before + " " + saying.text, .nobody)
        let start = try #require(words.lastIndex(of: "evening"))
        let text = words[start...].joined(separator: " ")
        #expect(text.hasSuffix(saying.ending), "\(text)")
        // "Evening they sang" comes before.
        #expect(words.count - start - 3 >= saying.words, "\(text)")
    }

    @Test(
        arguments: Night.isNow ? sayings[...] : sayings.prefix(2),
        Night.isNow ? [RecognitionOptions.Audience.nobody, .speaker] : [.speaker])
    func everyRepetitionIsWrittenDown(
        saying: (text: String, ending: String, words: Int), audience: RecognitionOptions.Audience
    ) async throws {
        let words = try await heard(saying.text, audience)
        let text = words.joined(separator: " ")
        #expect(text.hasSuffix(saying.ending), "\(text)")
        #expect(words.count >= saying.words, "\(text)")
    }

    private func heard(_ text: String, _ audience: RecognitionOptions.Audience) async throws -> [String] {
        var manner = SpeakingManner()
        manner.rate = 0.8
        let spoken = try await EspeakSynthesizer().speak(SynthesisRequest(text, language: "en", manner: manner))
        // What is heard live depends on how fast it is decoded: any machine is as fast here, a sanitizer's too.
        let recognizer = LocalRecognizer(engines: [WhisperEngine(simulating: 0)], gates: SileroGateReader())
        try await recognizer.load(Models.files, progress: NoProgress())
        let (blocks, door) = AsyncStream.makeStream(of: AudioBlock.self)
        door.yield(AudioBlock(samples: spoken.atSixteen + [Float](repeating: 0, count: AudioBlock.sampleRate)))
        door.finish()
        var transcript = Transcript()
        let options = RecognitionOptions(language: "en", audience: audience)
        for try await event in recognizer.transcribe(blocks, options: options) {
            transcript.apply(event)
        }
        return transcript.text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    }
}

/// The models that setup has fetched.
private enum Models {
    private static let folder = Folders().models

    static let files = ModelFiles(
        model: SpeechModel(name: "tiny.en", bytes: 0, sha256: ""), weights: "\(folder)/tiny.en-v1.bin",
        voiceActivity: "\(folder)/silero-v6.2.0-v1.bin")

    static var areThere: Bool {
        FileManager.default.fileExists(atPath: files.weights)
    }
}
