import Testing

@testable import ParlandoNetwork

@Suite struct SentenceHalvesTests {
    private static let words = String(repeating: "word ", count: 30)

    @Test(arguments: [
        (words + "end, " + words, "end,"), (words + "конец; " + words, "конец;"), (words + words, "word"),
        (String(repeating: "字", count: 99) + "、" + String(repeating: "字", count: 140), "、"),
    ])
    func aSentenceIsCutWhereAClauseOrAWordEnds(text: String, end: String) throws {
        let (first, second) = try #require(SentenceHalves.cut(text))
        #expect(first.hasSuffix(end))
        #expect((first + second).filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        #expect(second.first?.isWhitespace == false)
    }

    @Test func lettersWithoutEndAreCutInTheMiddle() throws {
        let (first, second) = try #require(SentenceHalves.cut(String(repeating: "a", count: 301)))
        #expect((first.count, second.count) == (150, 151))
    }

    @Test(arguments: ["", "Short, and sweet.", String(repeating: "a", count: 119)])
    func aShortTextIsNotCut(text: String) {
        #expect(SentenceHalves.cut(text) == nil)
    }
}
