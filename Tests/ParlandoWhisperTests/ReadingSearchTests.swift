import ParlandoCore
import Testing

@testable import ParlandoWhisper

@Suite struct ReadingSearchTests {
    /// Continues each token as it is told.
    private final class Speaker: ReadingModel {
        let tokens: [String]
        let followers: [String: String]
        private(set) var calls = 0

        var endOfText: Int32 { Int32(tokens.count) }

        init(_ tokens: [String], followers: [String: String] = [:]) {
            self.tokens = tokens
            self.followers = followers
        }

        func id(_ text: String) -> Int32 {
            Int32(tokens.firstIndex(of: text) ?? tokens.count)
        }

        func bytes(of token: Int32) -> [UInt8] {
            Array(tokens[Int(token)].utf8)
        }

        func next(after token: Int32, at position: Int) -> GreedySearch.Choice {
            calls += 1
            return GreedySearch.Choice(token: id(followers[tokens[Int(token)]] ?? ""), logProbability: -0.1)
        }

        /// With the other tokens, the most probable first.
        func choices(_ chosen: [(String, [String])]) -> [GreedySearch.Choice] {
            chosen.map { text, others in
                GreedySearch.Choice(
                    token: id(text), logProbability: others.isEmpty ? -0.01 : -1,
                    others: others.enumerated().map { .init(token: id($1), logProbability: -1.1 - Double($0) / 10) })
            }
        }
    }

    private func readings(
        _ speaker: Speaker, _ chosen: [(String, [String])], _ words: [(Range<Int>, String)], steps: Int = 16
    ) throws -> [[String]] {
        var search = ReadingSearch(speaker, chosen: speaker.choices(chosen), base: 100, steps: steps)
        return try search.readings(of: words.map { (range: $0, text: $1) }).map { $0.map(\.text) }
    }

    @Test func otherTokensBecomeWordsThatAreContinued() throws {
        let speaker = Speaker([" knot", " not", " n", "aught", " what"], followers: [" n": "aught", " not": " what"])
        let found = try readings(speaker, [(" knot", [" not", " n"]), (" what", [])], [(0..<1, "knot")])
        #expect(found == [["not", "naught"]])
    }

    @Test func aReadingIsAsProbableAsItsTokensTogether() throws {
        let speaker = Speaker([" knot", " n", "aught"], followers: [" n": "aught"])
        var search = ReadingSearch(speaker, chosen: speaker.choices([(" knot", [" n"])]), base: 0, steps: 9)
        let reading = try #require(search.readings(of: [(range: 0..<1, text: "knot")]).first?.first)
        #expect(abs(reading.likelihood - -1.2) < 1e-9)
        #expect(abs(reading.confidence - 0.3329) < 1e-4)
    }

    @Test func whatComesBeforeTheDoubtfulTokenStays() throws {
        let speaker = Speaker([" some", "where", "thing", "."])
        let found = try readings(speaker, [(" some", []), ("where", ["thing"]), (".", [])], [(0..<3, "somewhere.")])
        #expect(found == [["something"]])
    }

    @Test func tokensThatEndTheWordOrBelongToAnotherAreNoReadings() throws {
        let speaker = Speaker([" knot", ",", "s", " (", " some", "where", " thing"])
        let chosen = [(" knot", [",", "s", " ("]), (" some", []), ("where", [" thing", ","])]
        #expect(try readings(speaker, chosen, [(0..<1, "knot"), (1..<3, "somewhere")]) == [[], []])
    }

    @Test(arguments: 0...7) func thereAreNoMoreCallsThanAllowed(steps: Int) throws {
        let speaker = Speaker([" a", " b", "c"], followers: [" b": "c", "c": "c"])
        let chosen = Array(repeating: (" a", [" b"]), count: 3)
        _ = try readings(speaker, chosen, (0..<3).map { ($0..<($0 + 1), "a") }, steps: steps)
        #expect(speaker.calls <= steps)
    }

    @Test func aWordWithoutAnEndIsNoReading() throws {
        let speaker = Speaker([" a", " b", "c"], followers: [" b": "c", "c": "c"])
        #expect(try readings(speaker, [(" a", [" b"])], [(0..<1, "a")], steps: 50) == [[]])
        #expect(speaker.calls == 5)
    }

    @Test func withoutCallsWhatTakesThePlaceOfTheLastTokenIsAWord() throws {
        let speaker = Speaker([" knot", " not", " some", "where", " any"])
        let search = ReadingSearch(
            speaker, chosen: speaker.choices([(" knot", [" not"]), (" some", [" any"]), ("where", [])]), base: 0,
            steps: 0)
        #expect(search.known(for: 0..<1, "knot").map(\.text) == ["not"])
        #expect(search.known(for: 1..<3, "somewhere").isEmpty)
        #expect(speaker.calls == 0)
    }

    @Test func whereThereIsAStepForOneTheNextTwoAreTakenAsTheyAre() throws {
        let speaker = Speaker([" knot", " n", "aught", " not", " nut", " night"], followers: [" n": "aught"])
        let chosen = [(" knot", [" n", " not", " nut", " night"])]
        #expect(try readings(speaker, chosen, [(0..<1, "knot")], steps: 1) == [["not", "nut"]])
        #expect(try readings(speaker, chosen, [(0..<1, "knot")], steps: 2) == [["naught", "not", "nut"]])
    }

    @Test func aCharacterThatStandsAloneIsAWord() throws {
        let speaker = Speaker(["四", "是", "十"])
        #expect(try readings(speaker, [("四", ["是", "十"])], [(0..<1, "四")]) == [["是", "十"]])
        #expect(speaker.calls == 0)
    }

    @Test func onlyADoubtfulTokenKeepsOthers() {
        func others(_ logits: [Float]) -> [Int32] {
            logits.withUnsafeBufferPointer {
                GreedySearch.choose(from: $0, endOfText: Int32(logits.count - 1), banned: [2], favoured: nil, bonus: 0)
                    .others.map(\.token)
            }
        }
        #expect(others([1, 1.2, 9, 0.5, 1.1, -3]) == [4, 0, 3])
        #expect(others([9, 1.2, 1, 0.5, 1.1, -3]).isEmpty)
        #expect(others((0..<20).map { Float($0) / 100 }).count == 6)
    }
}
