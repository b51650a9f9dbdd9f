import Testing

@testable import ParlandoSystem

struct ApertiumTextTests {
    @Test(arguments: [
        "", "Good morning.", "a/b [c] {d} <e> ^f$ @g \\h", "tab\there  two  spaces", "👩‍👩‍👧 heart ❤️ flag 🇩🇪",
        "non\u{A0}breaking, \u{200B}zero\u{200D}width", "שלום مرحبا", "[P1] [.] .[.]x", "e\u{301} combining", "~*#+",
        "\u{1}\u{7F}\u{85}controls\u{FFFD}",
    ])
    func everyTextComesBackAsItWas(text: String) {
        #expect(ApertiumText.decode(ApertiumText.encode(text)) == text)
    }

    @Test func nothingOfATextIsMarkupInTheStream() {
        #expect(ApertiumText.encode("[x]^y$/<z>") == #"\[x\]\^y\$\/\<z\>"#)
        #expect(ApertiumText.encode("a😀]b").hasPrefix(#"a[😀]\]b"#))
        #expect(!ApertiumText.encode("a\0b").contains("\0"))
    }

    @Test func aTextWithoutAnEndGetsOneThatIsTakenAway() {
        #expect(ApertiumText.encode("The train leaves") == "The train leaves.[.]")
        #expect(ApertiumText.encode("It leaves.") == "It leaves.")
        #expect(ApertiumText.decode("El tren sale.[.]") == "El tren sale")
        #expect(ApertiumText.decode("El tren sale[.]") == "El tren sale")
    }
}
