import Testing

@testable import ParlandoCore

@Suite struct WordAlignmentTests {
    static func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    @Test(
        arguments: [
            ("we were here", "we were here", [0, 1, 2]),
            ("we where here", "we were here", [0, nil, 2]),
            ("we here", "we were here", [0, nil, 1]),
            ("well we were here", "we were here", [1, 2, 3]),
            ("", "we", [nil]),
            ("we", "", []),
        ] as [(String, String, [Int?])])
    func aWordKeepsItsOriginWhateverChangesBeforeIt(old: String, new: String, origins: [Int?]) {
        #expect(WordAlignment(from: Self.words(old), to: Self.words(new)).origins == origins)
    }

    @Test(arguments: [
        ("a b c", "a b c d e", 3),
        ("a b", "a x b d", 3),
        ("a b c", "a b", 2),
        ("x", "", 0),
    ])
    func theBeginningMostLikeAReadingIsFound(part: String, whole: String, count: Int) {
        #expect(WordAlignment(from: Self.words(part), to: Self.words(whole)).closestBeginning == count)
    }
}
