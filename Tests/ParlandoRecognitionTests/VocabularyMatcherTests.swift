import Testing

@testable import ParlandoRecognition

@Suite struct VocabularyMatcherTests {
    private func words(_ text: String) -> [DecodedWord] {
        text.split(separator: " ").map { DecodedWord(text: String($0), tokens: [1], probability: 0.5) }
    }

    private func best(_ entries: [String], _ text: String) -> VocabularyMatcher.Candidate? {
        VocabularyMatcher(entries)?.candidates(in: words(text)).first
    }

    @Test func aMisheardNameIsFoundWithItsPunctuation() {
        #expect(
            best(["Kuzminov"], "ask “Kasmanov,” now")
                == .init(words: 1..<2, text: "“Kuzminov,”", difference: 3.0 / 8))
        #expect(best(["Cosette"], "in Cazette's room")?.text == "Cosette's")
    }

    @Test func aNameHeardAsSeveralWordsIsFoundToo() {
        #expect(
            best(["Brandvold"], "yesterday brand bold was there")
                == .init(words: 1..<3, text: "Brandvold", difference: 1.0 / 9))
        #expect(best(["Ada Lovelace"], "by aid a love lace")?.words == 1..<5)
    }

    @Test func capitalsSignsAndAccentsAloneAreNoDifference() {
        #expect(best(["GitHub"], "on git hub")?.difference == 0)
        #expect(best(["Émile"], "emile")?.difference == 0)
        #expect(best(["Ёжиков"], "ежикав")?.difference == 1.0 / 6)
    }

    @Test(arguments: ["Wilson", "Wilson in", "Wilsons", "President Wilson", "Wilson's hat"])
    func whatIsWrittenRightIsLeftAlone(text: String) {
        #expect(best(["Wilson"], text) == nil)
    }

    @Test func wordsThatAreNotSimilarAreNoCandidates() {
        #expect(best(["Kuzminov", "Okonkwo", "Grafana"], "please send me the figures before noon") == nil)
        #expect(best(["Kuzminov"], "… — !") == nil)
        #expect(best(["psychotherapist"], "Therapy") == nil)
        #expect(VocabularyMatcher([]) == nil)
        #expect(VocabularyMatcher(["?!"]) == nil)
    }

    @Test func charactersWithoutSpacesBetweenThemAreJoined() {
        let words = ["我", "叫", "库", "兹", "名"].map {
            DecodedWord(text: $0, tokens: [1], probability: 0.5, isGlued: true)
        }
        let candidates = VocabularyMatcher(["库兹明"])?.candidates(in: words) ?? []
        #expect(candidates.contains { $0.words == 2..<5 && $0.text == "库兹明" })
    }
}
