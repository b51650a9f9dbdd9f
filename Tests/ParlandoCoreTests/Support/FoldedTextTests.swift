import ParlandoCore
import Testing

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Straße, STRASSE", "strasse", [0..<6, 8..<15]), ("aaa", "aa", [0..<2]), ("e\u{301}te\u{301}", "ETE", [0..<5]),
        ("any", "", []), ("any", "\u{301}", []), ("мой мои", "мои", [4..<7]), ("C c++", "c++", [2..<5]),
        ("кни\u{301}га", "книга", [0..<6]),
    ])
    func wordsAreFoundAtTheirPlaces(text: String, words: String, expected: [Range<Int>]) {
        #expect(FoldedText(text).places(of: words) == expected)
    }

    @Test func aFoldedTextIsInLowerCaseWithoutAccents() {
        #expect(FoldedText.fold("Ökonomie ΛΌΓΟΣ Ёлка ｶﾞ") == "okonomie λογοσ елка ガ")
    }
}
