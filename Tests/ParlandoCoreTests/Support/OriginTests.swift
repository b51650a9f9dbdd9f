import ParlandoCore
import Testing

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
