import Foundation
import ParlandoCore
import Testing

@Suite struct OutsideJSONTests {
    /// Foundation alone ends the process with 513 brackets and nothing behind them.
    @Test(arguments: ["[", #"{"a":"#, #"{"a":["#], [101, 513, 100_000])
    func aTextThatIsNestedTooDeeplyIsRefused(opening: String, count: Int) {
        let json = Data(String(repeating: opening, count: count).utf8)
        #expect(throws: OutsideJSON.TooDeep.self) { try OutsideJSON.decode([Int].self, from: json) }
        #expect(throws: OutsideJSON.TooDeep.self) { try OutsideJSON.object(from: json) }
    }

    @Test func bracketsInTextsAndClosedOnesDoNotCount() throws {
        let text = String(repeating: "[", count: 600) + "\"" + String(repeating: "{", count: 600) + "\\"
        let json = try JSONEncoder().encode([text])
        #expect(try OutsideJSON.decode([String].self, from: json) == [text])
        let flat = Data(("[" + String(repeating: "[1],", count: 600) + "[1]]").utf8)
        #expect(try OutsideJSON.decode([[Int]].self, from: flat).count == 601)
    }
}
