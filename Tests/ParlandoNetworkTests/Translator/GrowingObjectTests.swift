import Foundation
import Testing

@testable import ParlandoNetwork

@Suite struct GrowingObjectTests {
    private func read(_ text: String) -> GrowingObject {
        var object = GrowingObject()
        object.append(text)
        return object
    }

    @Test func theTextIsThereWhileItArrives() {
        var object = GrowingObject()
        var seen: [String] = []
        for letter in #"{"detectedLanguage":"en","translation":"Grüß Gott"}"#.unicodeScalars {
            object.append(String(letter))
            seen.append(object.texts["translation"] ?? "–")
        }
        #expect(seen.contains("Grü"))
        #expect(seen.last == "Grüß Gott")
        #expect(zip(seen.drop { $0 == "–" }, seen.drop { $0 == "–" }.dropFirst()).allSatisfy { $1.hasPrefix($0) })
        #expect(object.isWhole)
    }

    @Test(arguments: [
        #"a\"b\\c\/d"#, #"\n\t\r\b\f"#, #"\u00e9\u4E16"#, #"\ud83d\ude00!"#, #"no escape 😀 عربي"#, "", #"{\"x\":[1]}"#,
    ])
    func escapesMeanWhatTheStandardSays(escaped: String) throws {
        let json = #"{"t":"\#(escaped)"}"#
        let expected = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        #expect(read(json).texts == expected)
        #expect(read(json).isWhole)
    }

    @Test(arguments: [
        (#"{"t":"\ud83d"}"#, "\u{FFFD}"), (#"{"t":"\ude00x"}"#, "\u{FFFD}x"),
        (#"{"t":"\ud83d\ud83d\ude00"}"#, "\u{FFFD}😀"),
        (#"{"t":"\ud83dx"}"#, "\u{FFFD}x"),
    ])
    func halfACharacterBecomesTheReplacementCharacter(json: String, text: String) {
        #expect(read(json).texts["t"] == text)
    }

    @Test(arguments: [
        #"{"n":1,"t":"x"}"#, #"{"n":[1,{"t":"y"},"]"],"t":"x"}"#, #"{"n":{"t":"y","u":"}\""},"t":"x"}"#,
        #"{ "n" : null , "t" : "x" }"#, "```json\n{\"t\":\"x\"}\n```", "\u{FEFF}{\"t\":\"x\"}", #"{"t":"x","n":true}"#,
        #"{"t":"x","n":[]}"#,
    ])
    func otherValuesArePassedOver(json: String) {
        #expect(read(json).texts["t"] == "x")
        #expect(read(json).isWhole)
    }

    @Test(arguments: [
        "", "Hello", #"{"t":"x""#, #"{"t":"x"#, #"{"t""#, #"{"t":"x" "u":"y"}"#, "{t:1}", #"{"t":"\uZZZZ"}"#, "[1]",
        #"{"n":[1,2"#,
    ])
    func whatIsNoObjectIsNeverWhole(json: String) {
        #expect(!read(json).isWhole)
    }
}
