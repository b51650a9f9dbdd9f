import ParlandoCore
import Testing

@testable import ParlandoEspeak

/// The real espeak-ng.
@Suite(.timeLimit(.minutes(1)))
struct EspeakSynthesizerTests {
    private let espeak = EspeakSynthesizer()

    private static let greetings = [
        "en": "Good morning.", "es": "Buenos días.", "fr": "Bonjour à tous.", "de": "Guten Morgen.",
        "ja": "おはようございます。", "zh": "早上好。", "ko": "안녕하세요.", "it": "Buongiorno a tutti.", "pt": "Bom dia.",
        "ru": "Доброе утро.", "ar": "صباح الخير", "hi": "सुप्रभात।", "nl": "Goedemorgen.", "sv": "God morgon.",
        "pl": "Dzień dobry.",
    ]

    @Test(arguments: SpeechLanguage.translated.map(\.code))
    func everyLanguageOfTheTranslatorIsSpoken(language: String) async throws {
        let text = try #require(Self.greetings[language])
        let sound = try await espeak.speak(SynthesisRequest(text, language: language))
        #expect(sound.rate == 22_050)
        #expect((0.4...4).contains(sound.duration))
        #expect(try await !espeak.voices(for: language).isEmpty)
    }

    @Test func aFasterRateTakesLessTimeInProportion() async throws {
        let text = "The quick brown fox jumps over the lazy dog, and then it rests for a while."
        var manner = SpeakingManner()
        let usual = try await espeak.speak(SynthesisRequest(text, language: "en", manner: manner)).duration
        manner.rate = 1.25
        let fast = try await espeak.speak(SynthesisRequest(text, language: "en", manner: manner)).duration
        manner.rate = 0.75
        let slow = try await espeak.speak(SynthesisRequest(text, language: "en", manner: manner)).duration
        #expect((0.7...0.9).contains(fast / usual))
        #expect((1.2...1.5).contains(slow / usual))
    }

    @Test func volumeIsAGainAndNothingLeavesFullScale() async throws {
        var manner = SpeakingManner()
        let usual = try await espeak.speak(SynthesisRequest("Hello there.", language: "en", manner: manner))
        manner.volume = -20
        let quiet = try await espeak.speak(SynthesisRequest("Hello there.", language: "en", manner: manner))
        #expect(abs(quiet.peak / usual.peak - 0.1) < 0.02)
        manner.volume = 16
        let loud = try await espeak.speak(SynthesisRequest("Hello there.", language: "en", manner: manner))
        #expect(loud.peak == 1)
    }

    @Test func pitchRisesByOctaves() async throws {
        var manner = SpeakingManner()
        manner.pitch = -12
        let low = try await espeak.speak(SynthesisRequest("Aaaaaah.", language: "en", manner: manner))
        manner.pitch = 12
        let high = try await espeak.speak(SynthesisRequest("Aaaaaah.", language: "en", manner: manner))
        // Twice as high twice over; the sound of a vowel crosses zero more often the higher it is.
        #expect(high.crossings > low.crossings)
        #expect(low != high)
    }

    @Test func menAndWomenSoundDifferent() async throws {
        let voices = try await espeak.voices(for: "de")
        #expect(Set(voices.map(\.gender)) == [.male, .female])
        let man = try await espeak.speak(SynthesisRequest("Guten Tag.", language: "de", gender: .male))
        let woman = try await espeak.speak(SynthesisRequest("Guten Tag.", language: "de", gender: .female))
        #expect(man != woman)
    }

    @Test func aVoiceThatIsNotThereIsGone() async {
        await #expect(throws: SynthesisError(.voiceGone, detail: "no such voice")) {
            try await espeak.speak(SynthesisRequest("Hello.", language: "en", voice: "nobody"))
        }
    }

    @Test func aLanguageItDoesNotKnowIsRefused() async throws {
        #expect(try await espeak.voices(for: "tlh").isEmpty)
        await #expect(throws: SynthesisError(.languageRefused, detail: "tlh")) {
            try await espeak.speak(SynthesisRequest("nuqneH", language: "tlh"))
        }
    }

    @Test(arguments: ["", "   ", "…"])
    func whatHasNoSoundIsNothingToSay(text: String) async {
        await #expect(throws: SynthesisError.self) {
            try await espeak.speak(SynthesisRequest(text, language: "en"))
        }
    }

    @Test func hanCharactersInJapaneseAreNotReadAsChineseLetters() async {
        await #expect(throws: SynthesisError(.scriptRefused, detail: "ja in Han characters")) {
            try await espeak.speak(SynthesisRequest("東京駅はどこですか。", language: "ja"))
        }
    }

    @Test func kanaAreRead() async throws {
        let sound = try await espeak.speak(SynthesisRequest("えきはどこですか。", language: "ja"))
        #expect(sound.duration > 0.5)
    }

    @Test func manySpeakersAtOnceDisturbNobody() async throws {
        let alone = try await espeak.speak(SynthesisRequest("One two three.", language: "en"))
        try await withThrowingTaskGroup(of: Double.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = try await EspeakSynthesizer().speak(SynthesisRequest("Eins zwei drei.", language: "de"))
                    return try await EspeakSynthesizer().speak(SynthesisRequest("One two three.", language: "en"))
                        .duration
                }
            }
            for try await duration in group {
                // espeak-ng itself varies by some milliseconds with what it said before.
                #expect(abs(duration - alone.duration) < 0.1 * alone.duration)
            }
        }
    }
}

extension SpokenSound {
    fileprivate var peak: Float {
        samples.map(abs).max() ?? 0
    }

    /// How often the sound crosses zero.
    fileprivate var crossings: Int {
        zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    }
}
