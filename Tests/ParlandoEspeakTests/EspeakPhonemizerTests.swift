import Foundation
import ParlandoCore
import Testing

@testable import ParlandoEspeak

/// The real espeak-ng.
@Suite(.timeLimit(.minutes(1)))
struct EspeakPhonemizerTests {
    private func phonemes(_ text: String, _ voice: String = "en-us") async throws -> [String] {
        try await EspeakPhonemizer().phonemes(of: Private(text), voice: voice).map(\.revealed)
    }

    @Test func clausesKeepTheirMarksAndSentencesAreSeparate() async throws {
        let made = try await phonemes("Hello, you there! Are you well? I am; thanks.")
        try #require(made.count == 3)
        #expect(made[0].contains(", ") && made[0].hasSuffix("!"))
        #expect(made[1].hasSuffix("?"))
        #expect(made[2].contains("; ") && made[2].hasSuffix("."))
        #expect(made[0].hasPrefix("həlˈoʊ"), "\(made)")
    }

    @Test func numbersAndAbbreviationsAreReadOut() async throws {
        let number = try await phonemes("It is 9:30 on May 3rd, Dr. Smith.").joined()
        #expect(number.contains("nˈaɪn") && number.contains("θˈɜːd") && number.contains("dˈɑːktɚ"), "\(number)")
    }

    @Test(arguments: [("es", "¿Qué hora es?"), ("de", "Ich möchte nicht."), ("ru", "Доброе утро."), ("fr", "Ça va ?")])
    func eachLanguageHasPhonemes(voice: String, text: String) async throws {
        let made = try await phonemes(text, voice)
        #expect(made.count == 1 && made[0].count > 4, "\(made)")
        // Piper's voices learned decomposed characters.
        #expect(made[0] == made[0].decomposedStringWithCanonicalMapping)
    }

    @Test func foreignWordsHaveNoNamesOfLanguages() async throws {
        let made = try await phonemes("Das ist ein Computer und ein Smartphone.", "de")
        #expect(!made.joined().contains("(") && !made.joined().contains(")"), "\(made)")
    }

    @Test(arguments: ["", " ", "…", "\u{0}", "😀", "\u{0}hidden"])
    func nothingToSayIsNothing(text: String) async throws {
        #expect(try await phonemes(text).joined().count <= 60)
    }

    @Test func anAccentThatIsNotInstalledIsSaid() async {
        let error = await #expect(throws: SynthesisError.self) { _ = try await phonemes("Hello.", "xx-none") }
        #expect(error?.kind == .voiceGone)
    }

    @Test func marksOfOtherScriptsAreKnown() {
        let made = PhonemeText.sentences([("a", "你好，再"), ("b", "见。 x"), ("c", "3.5 (y"), ("", "-"), ("d", "مرحبا؟»")])
        #expect(made == ["a, b.", "c d?"])
    }
}
