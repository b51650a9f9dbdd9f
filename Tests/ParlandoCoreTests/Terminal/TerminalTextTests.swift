import ParlandoCore
import Testing

@Suite struct TerminalTextTests {
    /// Every sign that does something to a terminal or to its reader, and what is left of it.
    @Test(arguments: [
        ("rm -rf x\n", "rm -rf x "), ("one\r\ntwo", "one two"), ("one\rtwo", "one two"), ("a\u{0B}b\u{0C}c", "a b c"),
        ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"), ("a\n\n\r\nb", "a b"), ("name\t\tnext", "name next"),
        ("\u{1B}[201~rm", "[201~rm"), ("\u{1B}]0;title\u{07}x", "]0;titlex"), ("\u{9B}201~", "201~"),
        ("\u{9D}0;x\u{9C}", "0;x"), ("yes\u{03}\u{04}\u{1A}\u{1C}", "yes"), ("\u{08}\u{7F}a\u{00}b", "ab"),
        ("\u{202E}txt.exe\u{202C}", "txt.exe"), ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{061C}", "a"),
        ("a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e", "abcde"), ("\u{E0041}\u{E007F}x\u{F8FF}\u{FFF9}y", "xy"),
        ("", ""), ("Здравствуй, ‘мир’ — 日本語 👩‍💻 é", "Здравствуй, ‘мир’ — 日本語 👩‍💻 é"),
    ])
    func whatIsNoLetterLosesItsPower(text: String, safe: String) {
        #expect(TerminalText.safe(text, lineBreaks: .spaces) == safe)
    }

    @Test(arguments: ["one\ntwo", "one\r\ntwo", "one\rtwo", "one\u{2029}\n\ntwo", "one\t\ntwo\u{1B}"])
    func lineBreaksPassOnlyWhereTheyAreWanted(text: String) {
        #expect(TerminalText.safe(text, lineBreaks: .spaces) == "one two")
        let kept = TerminalText.safe(text, lineBreaks: .kept)
        #expect(kept == "one\ntwo" || kept == "one two")
        #expect(!kept.contains("\r"))
    }

    @Test func noControlCharacterThereIsPasses() {
        let hostile = String(String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init)))
        for breaks in [TerminalText.LineBreaks.spaces, .kept] {
            let left = TerminalText.safe(hostile, lineBreaks: breaks).unicodeScalars
            #expect(left.allSatisfy { (0x20...0x7E).contains($0.value) || (breaks == .kept && $0 == "\n") })
        }
    }

    @Test func noCharacterThatNobodySeesPasses() {
        let hidden = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .format
        }
        #expect(hidden.count > 4_000)
        for scalar in hidden {
            #expect(TerminalText.safe("rm\(scalar)x \(scalar) \(scalar)", lineBreaks: .spaces) == "rmx  ")
        }
    }

    @Test(
        arguments: [
            // What spells a word stays: Persian, Hindi, Malayalam, Mongolian, a family.
            ("می\u{200C}خواهم", nil), ("क\u{94D}\u{200D}ष", nil), ("ക\u{D4D}\u{200C}ക", nil),
            ("ᠠ\u{180B}ᠨ\u{180E}ᠠ", nil), ("👩\u{200D}👩\u{200D}👧", nil),
            ("م\u{200C}", "م"), ("\u{200C}م", "م"), ("م\u{200C} م", "م م"), ("م\u{200C}\u{200C}م", "م\u{200C}م"),
            ("1\u{200D}2", "12"), ("a\u{200D}م", "aم"), ("日\u{200D}本", "日本"), ("a\u{180B}", "a"), ("❤\u{FE0F}", "❤"),
        ] as [(String, String?)])
    func joinersOutsideWordsGo(text: String, safe: String?) {
        #expect(TerminalText.safe(text, lineBreaks: .spaces) == safe ?? text)
    }

    @Test func whatIsShownKeepsItsLinesAndColumns() {
        let text = "one\ttwo\r\n\r\n\u{1B}]0;owned\u{7}three\rfour\u{9B}31m\u{3164}"
        #expect(TerminalText.shown(text) == "one\ttwo\n\n]0;ownedthree\nfour31m")
    }

    @Test(arguments: [
        ("https://example.org/a?b=c", true), ("HTTP://x", true), ("mailto:a@example.org", true), ("https://", false),
        ("file:///etc/passwd", false), ("javascript:alert(1)", false), ("https://a b", false), ("x-man:ls", false),
        ("https://a\u{202E}moc.b", false), ("https://a\u{3164}.b", false), ("https://a/\u{9B}31m", false),
    ])
    func aClickOpensPagesAndMailOnly(link: String, isSafe: Bool) {
        #expect(TerminalLink.isSafe(link) == isSafe)
    }

    @Test func aTitleIsOneShortLineWithoutInvisibleCharacters() {
        #expect(TerminalText.title("ann@attic: ~/notes") == "ann@attic: ~/notes")
        #expect(TerminalText.title("a\u{202e}b\u{7}\nc\td") == "ab c d")
        #expect(TerminalText.title(" \u{200b}\n ").isEmpty)
        #expect(TerminalText.title(String(repeating: "x", count: 10_000)).count == 200)
        let tall = String(repeating: "x" + String(repeating: "\u{301}", count: 1000), count: 100)
        #expect(TerminalText.title(tall).unicodeScalars.count <= 800)
    }
}

@Suite struct TerminalSearchTests {
    private func pattern(_ text: String) -> String? {
        TerminalSearch(text, isCaseSensitive: false, direction: .up, isNew: true)?.pattern
    }

    @Test func everyCharacterIsTakenLiterally() {
        #expect(pattern("a.b") == #"a\.b"#)
        #expect(pattern(##"(a+)+$ [x] \E {1}|^?*#-"##) == ##"\(a\+\)\+\$ \[x\] \\E \{1\}\|\^\?\*\#\-"##)
        #expect(pattern("naïve 日本 ё") == "naïve 日本 ё")
        #expect(pattern("a\0b") == "ab")
    }

    @Test func nothingAndTooMuchAreNotSearched() {
        #expect(pattern("") == nil)
        #expect(pattern(String(repeating: "я", count: 500)) != nil)
        #expect(pattern(String(repeating: "я", count: 501)) == nil)
    }
}
