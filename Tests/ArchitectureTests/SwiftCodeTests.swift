import Testing

/// The scanner that the other rules stand on.
struct SwiftCodeTests {
    @Test(arguments: [
        ("a // b!", "a      "),
        ("a /* b /* c */ d */ e", "a                   e"),
        (#"f("x!y")"#, #"f("a a")"#),
        (#"f("\(x!) y")"#, #"f(" (x!) a")"#),
        (#"f("\(g("h!")) y") // z"#, #"f(" (g("a ")) a")     "#),
        (##"f(#"a"b\n"#)"##, ##"f(#"a a a"#)"##),
        (#"f("\"!" + "b")"#, #"f("   " + "a")"#),
        ("\"\"\"\n// no!\n\"\"\"", "\"\"\"\n   aa \n\"\"\""),
        ("#if !os(Linux)", "#if !os(Linux)"),
    ])
    func codeIsToldFromCommentsAndText(source: String, outline: String) {
        #expect(SwiftCode.outline(of: source) == outline)
    }

    @Test func linesStayWhereTheyAre() {
        let source = "let a = 1 // one\n/* two\nthree */ let b = 2\n"
        #expect(SwiftCode.outline(of: source).split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    }
}
