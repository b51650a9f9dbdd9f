import Foundation
import ParlandoCore
import Testing

@Suite struct PiperConfigurationTests {
    private static let whole = """
        {"audio": {"sample_rate": 22050, "quality": "medium"}, "espeak": {"voice": "en-us"},
         "inference": {"noise_scale": 0.5, "length_scale": 1.1, "noise_w": 0.7}, "phoneme_type": "espeak",
         "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], "a": [14], "ˈ": [120]}, "num_speakers": 1,
         "language": {"code": "en_US", "family": "en", "region": "US", "name_english": "English"}, "dataset": "joe"}
        """

    private func read(_ text: String) -> PiperConfiguration? {
        PiperConfiguration(json: Data(text.utf8))
    }

    @Test func aConfigurationSaysWhatSherpaNeeds() throws {
        let voice = try #require(read(Self.whole))
        #expect(voice.rate == 22050 && voice.espeakVoice == "en-us" && voice.speakers == 1)
        #expect(voice.language == "en" && voice.region == "US" && voice.speaker == "joe")
        #expect(voice.noise == 0.5 && voice.rhythmNoise == 0.7 && voice.length == 1.1)
        #expect(voice.tokens == "_ 0\n^ 1\n$ 2\n  3\na 14\nˈ 120\n")
        let metadata = Dictionary(uniqueKeysWithValues: voice.metadata.map { ($0.key, $0.value) })
        #expect(metadata["model_type"] == "vits" && metadata["comment"] == "piper" && metadata["has_espeak"] == "1")
        #expect(metadata["sample_rate"] == "22050" && metadata["n_speakers"] == "1")
    }

    @Test func anOldConfigurationHasItsLanguageFromEspeak() throws {
        let voice = try #require(
            read(
                """
                {"audio": {"sample_rate": 16000}, "espeak": {"voice": "pt-br"},
                 "phoneme_id_map": {"_": [0], "^": [1], "$": [2]}}
                """))
        #expect(voice.language == "pt" && voice.region == "br" && voice.speaker == "" && voice.length == 1)
    }

    @Test(arguments: [
        ("22050", "2"), ("22050", "99999999999999999999"), ("22050", "-1"), ("\"en-us\"", "\"../en\""),
        ("\"en-us\"", "\"\""), ("\"phoneme_type\": \"espeak\"", "\"phoneme_type\": \"pinyin\""),
        ("[14]", "[]"), ("[14]", "[-1]"), ("[14]", "[99999999]"), ("\"a\"", "\"ab\""), ("\"^\"", "\"x\""),
        ("\"num_speakers\": 1", "\"num_speakers\": 0"), ("}", ""), ("{", "["),
        // The library takes each of these for the space, of which there is one already, and ends the process.
        ("\"a\"", "\"\\t\""), ("\"a\"", "\"\\n\""), ("\"a\"", "\"\\u000B\""), ("\"a\"", "\"\\f\""),
        ("\"a\"", "\"\\r\""),
    ])
    func aConfigurationThatMakesNoSenseIsRefused(part: String, other: String) {
        #expect(Self.whole.contains(part))
        #expect(read(Self.whole.replacing(part, with: other)) == nil)
    }

    @Test func anEndlessConfigurationIsRefusedUnread() {
        #expect(read(String(repeating: "[", count: PiperConfiguration.mostBytes + 1)) == nil)
    }

    @Test func namesCannotControlATerminal() throws {
        let voice = try #require(read(Self.whole.replacing("\"joe\"", with: "\"jo\\u001b[31me\\n\"")))
        #expect(voice.speaker == "jo31me")
    }
}
