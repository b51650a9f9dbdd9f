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

    @Test func theDistanceIsThatOfSlowerArithmetic() {
        var seed: UInt64 = 7
        func next(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        for _ in 0..<300 {
            let text = { (0..<1 + next(12)).map { _ in String(UnicodeScalar(UInt8(97 + next(3)))) }.joined() }
            let (entry, heard) = (text(), text())
            let longer = max(entry.count, heard.count)
            let slow = distance(Array(entry.utf8), Array(heard.utf8))
            let found = VocabularyMatcher([entry])?.candidates(in: words(heard)).first
            if let found {
                #expect(found.difference == Double(slow) / Double(longer))
            } else {
                let isLong = 3 * abs(entry.count - heard.count) > longer
                #expect(slow > Int(0.6 * Double(longer)) || isLong || entry == heard)
            }
        }
    }

    private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var next = [i + 1]
            for (j, y) in b.enumerated() {
                next.append(min(row[j + 1] + 1, next[j] + 1, row[j] + (x == y ? 0 : 1)))
            }
            row = next
        }
        return row[b.count]
    }
}
