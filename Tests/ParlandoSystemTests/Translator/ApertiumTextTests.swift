import Testing

@testable import ParlandoSystem

struct ApertiumTextTests {
    @Test(arguments: [
        "", "Good morning.", "a/b [c] {d} <e> ^f$ @g \\h", "tab\there  two  spaces", "👩‍👩‍👧 heart ❤️ flag 🇩🇪",
        "non\u{A0}breaking, \u{200B}zero\u{200D}width", "שלום مرحبا", "[P1] [.] .[.]x", "e\u{301} combining", "~*#+",
        "\u{1}\u{7F}\u{85}controls\u{FFFD}", "house [\u{301} house", "house ]\u{301} house", "\u{301}x",
        "\\\u{301}", "😀[\u{301}]\u{301}😀", "a [.]\u{301} b",
    ])
    func everyTextComesBackAsItWas(text: String) {
        #expect(ApertiumText.decode(ApertiumText.encode(text)) == text)
    }

    @Test func nothingOfATextIsMarkupInTheStream() {
        #expect(ApertiumText.encode("[x]^y$/<z>") == #"\[x\]\^y\$\/\<z\>"#)
        #expect(ApertiumText.encode("a😀]b").hasPrefix(#"a[😀]\]b"#))
        #expect(!ApertiumText.encode("a\0b").contains("\0"))
        // A mark that combines with a bracket does not hide it: the programs read the stream byte by byte.
        #expect(ApertiumText.encode("[\u{301}.").unicodeScalars.starts(with: #"[\["#.unicodeScalars))
        #expect(ApertiumText.encode("😀]\u{301}.").unicodeScalars.starts(with: #"[😀\]"#.unicodeScalars))
    }

    @Test func aTextWithoutAnEndGetsOneThatIsTakenAway() {
        #expect(ApertiumText.encode("The train leaves") == "The train leaves.[.]")
        #expect(ApertiumText.encode("It leaves.") == "It leaves.")
        #expect(ApertiumText.decode("El tren sale.[.]") == "El tren sale")
        #expect(ApertiumText.decode("El tren sale[.]") == "El tren sale")
    }
}
