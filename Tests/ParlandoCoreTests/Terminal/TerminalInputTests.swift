import ParlandoCore
import Testing

@Suite struct TerminalInputTests {
    private static let long = String(repeating: "word ", count: 1_000)

    @Test func aLineOfUpTo4095BytesArrivesAsAWhole() {
        let reader = TerminalInput(readsLines: true)
        #expect(reader.fit(String(repeating: "x", count: 4_095)) == .whole)
        #expect(reader.fit(String(repeating: "x", count: 4_096)) == .cut)
        #expect(reader.fit(String(repeating: "ж", count: 2_048)) == .cut)
        #expect(reader.fit("short\n" + String(repeating: "x", count: 4_096)) == .cut)
        #expect(reader.fit(String(repeating: String(repeating: "x", count: 4_000) + "\n", count: 9)) == .whole)
    }

    @Test func whatStandsInTheLineAlreadyCounts() {
        let reader = TerminalInput(readsLines: true, lineBytes: 4_000)
        #expect(reader.fit(String(repeating: "x", count: 95)) == .whole)
        #expect(reader.fit(String(repeating: "x", count: 96)) == .cut)
        #expect(reader.fit("x\n" + String(repeating: "x", count: 4_095)) == .whole)
    }

    @Test func aProgramThatReadsKeysMayBeOneThatHidesAnotherTerminal() {
        #expect(TerminalInput().fit(Self.long) == .perhapsCut)
        #expect(TerminalInput(takesPastes: true).fit(Self.long) == .whole)
    }

    @Test(arguments: [0, 1, 100, 4_094, 4_095, 9_999])
    func brokenLinesFitAndLoseNoWord(lineBytes: Int) {
        let text =
            Self.long + "\n\n" + String(repeating: "д", count: 3_000) + " end" + String(repeating: " ", count: 5_000)
        let broken = TerminalLines(of: text, lineBytes: lineBytes).broken
        #expect(TerminalLines(of: broken, lineBytes: lineBytes).fit)
        #expect(broken.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }

    /// A program would take an empty line for an answer.
    @Test(arguments: ["", "a\n", "a\n\nb ", " "])
    func aWordLongerThanALineIsCutWithoutAnEmptyLineBefore(before: String) {
        let text = before + String(repeating: "語", count: 3_000)
        let broken = TerminalLines(of: text, lineBytes: 0).broken
        let empty = { (text: String) in
            text.split(separator: "\n", omittingEmptySubsequences: false).filter(\.isEmpty).count
        }
        #expect(empty(broken) == empty(before + "x"))
        #expect(broken.filter { $0 != "\n" } == text.filter { $0 != "\n" }.replacing("b ", with: "b"))
    }

    @Test func aTextThatFitsStaysAsItIs() {
        let text = "one two\nthree  four "
        #expect(TerminalLines(of: text, lineBytes: 7).broken == text)
    }

    @Test func theBytesOfAnUnfinishedLineAreCounted() {
        var tally = LineTally()
        tally.type("hello".utf8)
        #expect(tally.bytes == 5)
        tally.type([0x7F, 0x7F])
        #expect(tally.bytes == 3)
        for end: UInt8 in [0x0A, 0x0D, 0x03, 0x04, 0x15] {
            tally.type(Array("more".utf8) + [end])
            #expect(tally.bytes == 0)
        }
        tally.type([0x7F])
        #expect(tally.bytes == 0)
    }
}

@Suite struct HiddenPromptTests {
    @Test(arguments: [
        "[sudo] password for ann: ", "ann@cellar's password: ", "Enter passphrase for key '/home/ann/.ssh/id': ",
        "\r\nPassword:", "[sudo] пароль для ann: ", "Passwort: ", "ls\r\n\u{1B}[1mPassword:\u{1B}[0m ", "密码：",
    ])
    func aLineThatAsksForAPasswordIsKnown(output: String) {
        #expect(HiddenPrompt.stands(atEndOf: output))
    }

    @Test(arguments: [
        "", "$ ", "ann@cellar:~$ ", "password: \r\n", "Sorry, try again.\r\n", "[sudo] password for ann: \r\n$ ",
        "the password is lost", "Continue: ",
    ])
    func otherLinesAreNot(output: String) {
        #expect(!HiddenPrompt.stands(atEndOf: output))
    }
}

@Suite struct PasteBracketsTests {
    /// What a program writes, and whether brackets are on after it.
    private static let outputs = [
        ("\u{1B}[?2004h$ ", true), ("\u{1B}[?2004h$ ls\u{1B}[?2004l", false), ("\u{1B}[?1049;2004h", true),
        ("\u{1B}[?1;2004;25h", true), ("\u{1B}[?2004h\u{1B}c", false), ("\u{1B}[?2004h\u{1B}[!p", false),
        ("\u{1B}[2004h", false), ("[?2004h", false), ("\u{1B}[?20041h", false), ("\u{1B}[?200\u{1B}[?2004h", true),
        ("\u{1B}[?2004$p", false), ("\u{1B}[?2004h\u{1B}[?25l\u{1B}[0m", true),
        ("\u{9B}?2004h$ ", true), ("\u{1B}[?2004h\u{9B}?2004l", false), ("\u{1B}[?25\u{9B}?2004h", true),
        ("\u{A9}?2004h", false), ("\u{1B}[?" + String(repeating: "1;", count: 100) + "2004h", false),
    ]

    @Test(arguments: outputs)
    func aSequenceMayBeCutAnywhere(output: String, isOn: Bool) {
        var brackets = PasteBrackets()
        var requests = 0
        for byte in output.utf8 where brackets.read([byte]) {
            requests += 1
        }
        #expect(brackets.isOn == isOn)
        var whole = PasteBrackets()
        _ = whole.read(Array(output.utf8))
        #expect(whole.isOn == isOn)
        #expect(requests == (output.contains("2004") && (isOn || output.hasPrefix("\u{1B}[?2004h")) ? 1 : 0))
    }
}
