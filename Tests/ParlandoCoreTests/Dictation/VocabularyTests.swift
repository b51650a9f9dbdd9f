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

    @Test func aBookKeepsItAndOneWithoutItIsRead() throws {
        var book = WordBook()
        book.vocabulary.add(["Kuzminov"], language: "en")
        #expect(try JSONDecoder().decode(WordBook.self, from: JSONEncoder().encode(book)) == book)
        #expect(try JSONDecoder().decode(WordBook.self, from: Data("{}".utf8)).vocabulary == Vocabulary())
    }
}
