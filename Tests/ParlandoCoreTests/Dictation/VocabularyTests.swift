import Foundation
import ParlandoCore
import Testing

/// The user's words by language, and their list as a file.
@Suite struct VocabularyTests {
    @Test func wordsOfTheLanguageComeBeforeThoseOfAll() {
        var vocabulary = Vocabulary()
        #expect(vocabulary.add(["Kuzminov", "  Ada   Lovelace ", "Kuzminov", "…"], language: "") == 3)
        vocabulary.add(["Grafana", "Kuzminov"], language: "en")
        vocabulary.add(["Ёжиков"], language: "ru")
        #expect(vocabulary.entries(for: "en") == ["Grafana", "Kuzminov", "Ada Lovelace"])
        #expect(vocabulary.entries(for: "de") == ["Kuzminov", "Ada Lovelace"])
        #expect(vocabulary.entries(for: nil) == ["Grafana", "Kuzminov", "Ёжиков", "Ada Lovelace"])
    }

    @Test func aWordIsReplacedInItsPlaceAndRemoved() {
        var vocabulary = Vocabulary()
        vocabulary.add(["one", "two", "three"], language: "en")
        vocabulary.replace("one", by: "three", language: "en")
        #expect(vocabulary.entries["en"] == ["three", "two"])
        vocabulary.replace("two", by: "?", language: "en")
        #expect(vocabulary.entries["en"] == ["three", "two"])
        vocabulary.remove("two", language: "en")
        vocabulary.remove("three", language: "en")
        #expect(vocabulary == Vocabulary())
    }

    @Test func thereIsAMaximum() {
        var vocabulary = Vocabulary()
        #expect(vocabulary.add((0..<2_000).map { "w\($0)" }, language: "") == Vocabulary.mostEntries)
        #expect(vocabulary.entries(for: nil).count == Vocabulary.mostEntries)
    }

    @Test func aListIsReadAsItWasWritten() throws {
        let entries = try VocabularyList.entries(in: "\u{FEFF}Kuzminov\r\n\n  Ada \t Lovelace\nC++\n")
        #expect(entries == ["Kuzminov", "Ada Lovelace", "C++"])
        #expect(try VocabularyList.entries(in: VocabularyList.text(of: entries)) == entries)
    }

    @Test(arguments: ["one\n!?\n", "one\n" + String(repeating: "a", count: 101), "one\ntwo\u{7}"])
    func aLineThatIsNoWordIsNamed(text: String) {
        #expect { try VocabularyList.entries(in: text) } throws: { ($0 as? VocabularyList.Fault)?.line == 2 }
    }
}

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
