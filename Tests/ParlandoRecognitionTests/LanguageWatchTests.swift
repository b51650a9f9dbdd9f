import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct LanguageWatchTests {
    private func doubt(_ text: String) -> Double {
        var hypothesis = Hypothesis()
        hypothesis.words = text.split(separator: " ").map { DecodedWord(text: String($0), tokens: [], probability: 1) }
        hypothesis.meanLogProbability = -0.1
        return LanguageWatch.doubt(hypothesis, seconds: 5)
    }

    @Test(arguments: [
        "[FOREIGN]", "(speaking in foreign language)", "[ Speaking in Spanish ]", "*speaking in Russian*",
        "well (speaking in a foreign tongue)",
    ])
    func whatIsSaidInBracketsIsBelieved(text: String) {
        #expect(doubt(text) == 1)
    }

    @Test(arguments: [
        "Our foreign policy has changed", "She was speaking in a low voice", "(laughs) it was a foreign film",
        "[music] speaking in public is hard",
    ])
    func englishAboutForeignThingsIsEnglish(text: String) {
        #expect(doubt(text) < 0.1)
    }
}
