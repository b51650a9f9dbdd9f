import Foundation
import ParlandoCore
import Testing

/// Replacement rules as a text file and as JSON.
@Suite struct ReplacementListTests {
    @Test func aLineHasATabOrAnArrow() throws {
        let rules = try ReplacementList.rules(in: "\u{FEFF}jay son\tJSON\n\n  go on → \\n \r\nback\\slash\ta\\\\n\n")
        #expect(
            rules == [
                ReplacementRule("jay son", "JSON"), ReplacementRule("go on", "\n"),
                ReplacementRule("back\\slash", "a\\n"),
            ])
    }

    @Test func whatIsExportedCanBeImported() throws {
        let rules = [
            ReplacementRule("new line", "\n"), ReplacementRule("arrow", "→"), ReplacementRule("slash n", "\\n"),
            ReplacementRule("um", ""), ReplacementRule("имя", "Имя Отчество"),
        ]
        #expect(try ReplacementList.rules(in: ReplacementList.text(of: rules)) == rules)
    }

    @Test(arguments: [
        ("a\tb\nno separator", ReplacementList.Fault.Kind.noSeparator, 2), ("\tb", .noWords, 1), ("!?\tb", .noWords, 1),
        ("a\tb\n\nb\t" + String(repeating: "x", count: 2_001), .tooLong, 3),
    ])
    func aLineThatIsNoRuleIsNamed(text: String, kind: ReplacementList.Fault.Kind, line: Int) {
        #expect { try ReplacementList.rules(in: text) } throws: { error in
            let fault = error as? ReplacementList.Fault
            return fault?.kind == kind && fault?.line == line
        }
    }

    @Test func aRuleForTheSameWordsTakesThePlaceOfTheFormer() {
        var book = WordBook()
        #expect(book.add([ReplacementRule("one", "1"), ReplacementRule("two", "2"), ReplacementRule("?!", "x")]) == 2)
        #expect(book.add([ReplacementRule("ONE", "I")]) == 1)
        #expect(book.replacements == [ReplacementRule("ONE", "I"), ReplacementRule("two", "2")])
    }

    @Test func jsonFromOutsideIsClamped() throws {
        let rules = #"[{"spoken":"a","written":"b"},{"spoken":"","written":"c"}]"#
        let json = #"{"replacements":\#(rules),"shipped":["lines","x"]}"#
        let book = try OutsideJSON.decode(WordBook.self, from: Data(json.utf8))
        #expect(book.replacements == [ReplacementRule("a", "b")])
        #expect(book.shipped == [.lines])
        #expect(try OutsideJSON.decode(WordBook.self, from: Data("{}".utf8)) == WordBook())
    }

    @Test func theUsersOwnRuleCountsBeforeAShippedOne() {
        var book = WordBook()
        book.shipped = [.punctuation]
        book.add([ReplacementRule("comma", "Komma")])
        var replacement = LiveReplacement(book.rules(for: "en"))
        let transcript = Transcript(paragraphs: [Paragraph(words: spoken("one comma two period"))])
        #expect(replacement.apply(to: transcript, isOver: true).text == "one Komma two.")
    }
}
