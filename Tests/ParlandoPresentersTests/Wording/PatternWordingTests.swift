import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

@Suite struct PatternWordingTests {
    @Test func everyPatternOfTheProgramHasANameOfItsOwn() throws {
        let path = ProjectFolder.root.appending(path: "data/patterns.json")
        let library = try PatternLibrary(json: Data(contentsOf: path))
        let names = library.patterns.map(PatternWording.name)
        #expect(Set(names).count == names.count)
        #expect(zip(names, library.patterns).allSatisfy { $0 != $1.id })
        #expect(PatternWording.name(of: Pattern(id: "my-own", difficulty: 1, elements: [])) == "my-own")
    }

    @Test func everyFaultIsASentenceThatSaysWhere() {
        let kinds: [PatternError.Kind] = [
            .unreadable, .notJSON(line: nil), .notJSON(line: 3), .missingKey("id"), .unknownKey("id"),
            .wrongType(key: "id"), .wrongType(key: ""), .noPatterns, .badID, .repeatedID, .badDifficulty, .noNotes,
            .unknownValue("minim"), .uncountableLength, .brokenBeats, .tooLong,
        ]
        let place = PatternError.Place(pattern: 4, id: "mine", note: 2)
        let sentences = kinds.map { PatternError($0, at: place, detail: "secret").message.text }
        #expect(Set(sentences).count == kinds.count)
        #expect(sentences.allSatisfy { $0.hasPrefix("Pattern 4 (mine), note 2: ") && $0.hasSuffix(".") })
        #expect(sentences.allSatisfy { !$0.contains("secret") && !$0.contains("{") })
        #expect(PatternError(.brokenBeats, at: .init(pattern: 4)).message.text.hasPrefix("Pattern 4: "))
        #expect(PatternError(.noPatterns).message.text == "The file contains no rhythm patterns.")
    }
}
