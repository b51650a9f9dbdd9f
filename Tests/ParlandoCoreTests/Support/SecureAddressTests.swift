import Foundation
import ParlandoCore
import Testing

@Suite struct SecureAddressTests {
    @Test(arguments: [
        "", "https://example.org", "https://example.org:8443/models/", "http://localhost:8000/", "http://127.0.0.1/m",
        "http://127.1.2.3", "http://[::1]:80/", "HTTPS://EXAMPLE.ORG/",
    ])
    func secureAddressesAndThisMachineAreAccepted(address: String) {
        #expect(SecureAddress.problem(in: address) == nil)
    }

    @Test(
        arguments: [
            ("http://example.org", .notSecure), ("http://128.0.0.1", .notSecure), ("http://10.0.0.1", .notSecure),
            ("http://127.0.0.1.example.org", .notSecure), ("http://localhost.evil.org", .notSecure),
            ("http://[::2]/", .notSecure), ("example.org", .notAnAddress), ("ftp://example.org", .notAnAddress),
            ("https://", .notAnAddress), ("https:///models", .notAnAddress), ("file:///etc/passwd", .notAnAddress),
            ("https://a b.org", .notAnAddress), ("https://user:word@example.org/", .notAnAddress),
            ("https://example.org/?x=1", .notAnAddress), ("https://example.org/#x", .notAnAddress),
        ] as [(String, SecureAddress.Problem)])
    func plainHTTPElsewhereAndWhatIsNoWebAddressAreRefused(address: String, problem: SecureAddress.Problem) {
        #expect(SecureAddress.problem(in: address) == problem)
    }
}

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://stt.example", "https://stt.example"), ("HTTPS://STT.Example:443/v1?x=1", "https://stt.example"),
        ("http://localhost:80/", "http://localhost"), ("http://127.0.0.1:8080/inference", "http://127.0.0.1:8080"),
        ("https://stt.example:80", "https://stt.example:80"), ("http://[::1]:8080/", "http://[::1]:8080"),
        ("https://бюро.example/", "https://бюро.example"),
    ])
    func anAddressLeadsToSchemeHostAndPort(address: String, place: String) throws {
        let origin = try #require(Origin(address))
        if !place.contains("бюро") {
            #expect(origin.text == place)
        }
        // What is kept is read again.
        #expect(Origin(origin.text) == origin)
    }

    @Test(arguments: [
        "https://stt.example:8443", "http://stt.example", "https://stt.example.", "https://www.stt.example",
        "https://stt.example.evil.example",
    ])
    func anotherSchemeHostOrPortIsAnotherPlace(address: String) throws {
        let origin = try #require(Origin(address))
        #expect(origin != Origin("https://stt.example"))
    }

    @Test(arguments: [
        "", "stt.example", "ftp://stt.example", "https://", "https://user@stt.example",
        "https://stt.example\\@evil.example", "https://stt.example%2F@evil.example", "https://a%2Fb.example",
        "https://a b.example", "file:///etc/passwd",
    ])
    func whatIsNotPlainToSeeIsNoPlace(address: String) {
        #expect(Origin(address) == nil)
    }
}

@Suite struct PrivateTests {
    private struct Holder {
        let key = Private("needle")
    }

    @Test func noWayOfPrintingShowsTheValue() {
        let key = Private("needle")
        var dumped = ""
        dump(Holder(), to: &dumped)
        for text in ["\(key)", "\(Holder())", String(reflecting: key), "\([key])", "\(key as Any)", dumped] {
            #expect(!text.contains("needle"))
            #expect(text.contains("•••"))
        }
    }
}

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
