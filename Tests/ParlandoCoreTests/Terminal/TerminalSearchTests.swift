import ParlandoCore
import Testing

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
