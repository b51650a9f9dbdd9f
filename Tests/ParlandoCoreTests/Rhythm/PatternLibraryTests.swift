import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@Suite struct PatternLibraryTests {
    private typealias Place = PatternError.Place

    /// What is wrong with a file of this text.
    private func error(_ json: String) -> PatternError? {
        do throws(PatternError) {
            _ = try PatternLibrary(json: Data(json.utf8))
            return nil
        } catch {
            return PatternError(error.kind, at: error.place)
        }
    }

    /// The same for the second of two patterns.
    private func fault(_ entry: String) -> PatternError? {
        error(#"{"patterns": [{"id": "a", "difficulty": 1, "notes": [{"value": "quarter"}]}, \#(entry)]}"#)
    }

    private func notes(_ notes: String) -> PatternError? {
        fault(#"{"id": "b", "difficulty": 1, "notes": \#(notes)}"#)
    }

    @Test func thePatternsOfTheProgramAreRight() throws {
        let path = ProjectFolder.root.appending(path: "data/patterns.json")
        let library = try PatternLibrary(json: Data(contentsOf: path))
        let wanted = ["quarter", "eighths", "triplet", "rest", "sixteenths", "dotted-eighth", "syncopation", "half"]
        #expect(wanted.allSatisfy { library[$0] != nil })
        #expect(library["syncopation"]?.elements.map(\.ticks) == [60, 120, 60])
        #expect(library["swing"]?.elements.map(\.ticks) == [80, 40])
        #expect(library["triplet"]?.elements.map(\.tuplet) == [.triplet, .triplet, .triplet])
        #expect(library["rest"]?.elements.map(\.isRest) == [true])
        #expect(Set(library.patterns.map(\.difficulty)) == Set(1...5))
        #expect(Set(library.patterns.map { [$0.elements, $0.companion ?? []] }).count == library.patterns.count)
    }

    @Test func figuresOfDottedQuartersAreWrittenForThem() throws {
        let path = ProjectFolder.root.appending(path: "data/patterns.json")
        let figures = try PatternLibrary(json: Data(contentsOf: path)).patterns.filter { $0.beat == .dottedQuarter }
        #expect(Set(figures.map(\.difficulty)) == Set(1...5))
        #expect(figures.allSatisfy { $0.ticks == 180 && Meter.sixEight.offers($0) && !Meter.fourFour.offers($0) })
        #expect(figures.first { $0.id == "siciliana" }?.elements.map(\.ticks) == [90, 30, 60])
    }

    /// So many equal notes in the time of so many quarters, which are heard.
    @Test(arguments: [(3, 2, Meter.fourFour), (2, 3, .threeFour), (4, 3, .threeFour), (5, 4, .fourFour)])
    func polyrhythmsAreEven(played: Int, heard: Int, meter: Meter) throws {
        let path = ProjectFolder.root.appending(path: "data/patterns.json")
        let pattern = try #require(PatternLibrary(json: Data(contentsOf: path))["poly-\(played)-\(heard)"])
        #expect(pattern.elements.map(\.ticks) == Array(repeating: heard * 120 / played, count: played))
        #expect(pattern.companion?.map(\.ticks) == Array(repeating: 120, count: heard))
        #expect(meter.offers(pattern))
    }

    @Test func whatIsNotJSONIsSaidWithItsLine() {
        #expect(error("") == PatternError(.notJSON(line: 1)))
        #expect(error("{\n\n  nonsense\n}") == PatternError(.notJSON(line: 3)))
        #expect(error("{\"patterns\":\n [") == PatternError(.notJSON(line: 2)))
    }

    @Test func anotherFormIsSaid() {
        #expect(error("[]")?.kind == .wrongType(key: ""))
        #expect(error("7")?.kind == .wrongType(key: ""))
        #expect(error("{}") == PatternError(.missingKey("patterns")))
        #expect(error(#"{"patterns": 3}"#) == PatternError(.wrongType(key: "patterns")))
        #expect(error(#"{"patterns": []}"#) == PatternError(.noPatterns))
        #expect(error(#"{"patterns": [], "more": 1}"#) == PatternError(.unknownKey("more")))
        #expect(error(#"{"patterns": [7]}"#) == PatternError(.wrongType(key: "patterns"), at: Place(pattern: 1)))
    }

    @Test func faultsOfAPatternAreSaidWithItsPlace() {
        let second = Place(pattern: 2)
        let note = #"[{"value": "quarter"}]"#
        #expect(fault(#"{"difficulty": 1, "notes": \#(note)}"#) == PatternError(.missingKey("id"), at: second))
        #expect(fault(#"{"id": "b", "notes": \#(note)}"#) == PatternError(.missingKey("difficulty"), at: second))
        #expect(fault(#"{"id": "b", "difficulty": 1}"#) == PatternError(.missingKey("notes"), at: second))
        #expect(
            fault(#"{"id": "b", "dificulty": 1, "notes": \#(note)}"#)
                == PatternError(.unknownKey("dificulty"), at: second))
        #expect(
            fault(#"{"id": 3, "difficulty": 1, "notes": \#(note)}"#)
                == PatternError(.wrongType(key: "id"), at: second))
        #expect(
            fault(#"{"id": "b", "difficulty": "1", "notes": \#(note)}"#)
                == PatternError(.wrongType(key: "difficulty"), at: second))
        for difficulty in [0, 6, -1, 1.5, 1e300] {
            #expect(
                fault(#"{"id": "b", "difficulty": \#(difficulty), "notes": \#(note)}"#)
                    == PatternError(.badDifficulty, at: Place(pattern: 2, id: "b")))
        }
        for id in ["", "B", "a b", "ä", "a/b"] {
            #expect(
                fault(#"{"id": "\#(id)", "difficulty": 1, "notes": \#(note)}"#)
                    == PatternError(.badID, at: Place(pattern: 2, id: id)))
        }
        #expect(
            fault(#"{"id": "a", "difficulty": 1, "notes": \#(note)}"#)
                == PatternError(.repeatedID, at: Place(pattern: 2, id: "a")))
    }

    @Test func faultsOfNotesAreSaidWithTheirPlace() {
        let pattern = Place(pattern: 2, id: "b")
        #expect(notes("[]") == PatternError(.noNotes, at: pattern))
        #expect(notes("{}") == PatternError(.wrongType(key: "notes"), at: Place(pattern: 2)))
        #expect(notes(#"[{"value": "eighth"}]"#) == PatternError(.brokenBeats, at: pattern))
        let eighth = #"{"value": "eighth", "tuplet": "triplet"}"#
        #expect(notes("[\(eighth), \(eighth)]") == PatternError(.brokenBeats, at: pattern))
        let half = #"{"value": "half"}"#
        #expect(notes("[\(half), \(half)]") == nil)
        #expect(notes("[\(half), \(half), \(half)]") == PatternError(.tooLong, at: pattern))
        let second = Place(pattern: 2, id: "b", note: 2)
        #expect(notes(#"[\#(half), {"value": "minim"}]"#) == PatternError(.unknownValue("minim"), at: second))
        #expect(
            notes(#"[\#(half), {"value": "thirty-second", "dotted": true}]"#)
                == PatternError(.uncountableLength, at: second))
        #expect(
            notes(#"[\#(half), {"value": "half", "tuplet": "septuplet"}]"#)
                == PatternError(.unknownValue("septuplet"), at: second))
        let unnamed = Place(pattern: 2, note: 2)
        #expect(notes("[\(half), {}]") == PatternError(.missingKey("value"), at: unnamed))
        #expect(notes(#"[\#(half), "quarter"]"#)?.place == unnamed)
        #expect(
            notes(#"[\#(half), {"value": "half", "rest": "yes"}]"#)
                == PatternError(.wrongType(key: "rest"), at: unnamed))
        #expect(
            notes(#"[\#(half), {"value": "half", "Rest": true}]"#) == PatternError(.unknownKey("Rest"), at: unnamed))
    }

    @Test func theSecondVoiceAndTheBeatHaveToFit() {
        let (quarter, half) = (#"{"value": "quarter"}"#, #"{"value": "half"}"#)
        func whole(_ more: String) -> PatternError? {
            fault(#"{"id": "b", "difficulty": 1, "notes": [\#(half)], \#(more)}"#)
        }
        let place = Place(pattern: 2, id: "b")
        #expect(whole(#""companion": [\#(quarter), \#(quarter)]"#) == nil)
        #expect(whole(#""companion": [\#(quarter)]"#) == PatternError(.brokenBeats, at: place))
        #expect(whole(#""beat": "dotted-quarter""#) == PatternError(.brokenBeats, at: place))
        #expect(whole(#""beat": "eighth""#) == PatternError(.unknownValue("eighth"), at: place))
    }
}
