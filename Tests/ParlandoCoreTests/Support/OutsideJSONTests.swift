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

    /// In UTF-16 the character has a byte that looks like a quotation mark, behind which no bracket would be counted.
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian])
    func anotherEncodingHidesNoBrackets(encoding: String.Encoding) throws {
        let text = "[\"\u{2200}\"," + String(repeating: "[", count: 512)
        let json = try #require(text.data(using: encoding))
        #expect(throws: OutsideJSON.NotUTF8.self) { try OutsideJSON.decode([String].self, from: json) }
        #expect(throws: OutsideJSON.NotUTF8.self) { try OutsideJSON.object(from: json) }
    }

    @Test func bracketsInTextsAndClosedOnesDoNotCount() throws {
        let text = String(repeating: "[", count: 600) + "\"" + String(repeating: "{", count: 600) + "\\"
        let json = try JSONEncoder().encode([text])
        #expect(try OutsideJSON.decode([String].self, from: json) == [text])
        let flat = Data(("[" + String(repeating: "[1],", count: 600) + "[1]]").utf8)
        #expect(try OutsideJSON.decode([[Int]].self, from: flat).count == 601)
    }
}
