import ParlandoCore
import Testing

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
    func theLastRequestCounts(output: String, isOn: Bool) {
        var brackets = PasteBrackets()
        _ = brackets.read(Array(output.utf8))
        #expect(brackets.isOn == isOn)
    }

    @Test(arguments: outputs)
    func aSequenceMayBeCutAnywhere(output: String, isOn: Bool) {
        var brackets = PasteBrackets()
        var requests = 0
        for byte in output.utf8 where brackets.read([byte]) {
            requests += 1
        }
        #expect(brackets.isOn == isOn)
        #expect(requests == (output.contains("2004") && (isOn || output.hasPrefix("\u{1B}[?2004h")) ? 1 : 0))
    }
}
