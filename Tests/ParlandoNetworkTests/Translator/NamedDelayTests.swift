import Testing

@testable import ParlandoNetwork

@Suite struct NamedDelayTests {
    @Test(arguments: [
        ("38s", 38.0), ("0.5s", 0.5), ("2.463586755s", 2.463586755), ("373.801628ms", 0.373801628), ("1h2m3s", 3723),
        ("4h", 14_400), ("0s", 0), ("999999999s", 999_999_999),
    ])
    func delaysAreReadInTheirUnits(text: String, seconds: Double) throws {
        let delay = try #require(NamedDelay.read(text)) / .seconds(1)
        #expect(abs(delay - seconds) < 1e-9)
    }

    @Test(arguments: ["", "38", "s", "-1s", "1e9s", "1s2m", "38 s", "99999999999999999999s", "½s", "1.s"])
    func whatIsNoDelayIsNone(text: String) {
        #expect(NamedDelay.read(text) == nil)
    }

    @Test(arguments: [
        ("Quota exceeded. Please retry in 3.2s.", 3.2), ("Please try again in 20 seconds.", 20),
        ("retry after 5 seconds", 5), ("Please retry in 1m2.5s", 62.5), ("Please try again in 180ms.", 0.18),
        ("Try again in 2 minutes.", 120), ("Retry after 1 hour", 3600), ("TRY AGAIN IN 7 SECONDS", 7),
    ])
    func aSentenceMayNameADelay(sentence: String, seconds: Double) throws {
        #expect(abs(try #require(NamedDelay.find(in: sentence)) / .seconds(1) - seconds) < 1e-9)
    }

    @Test(arguments: ["Please try again later.", "retry in a while", "20 per 1 minute", "retry in ...", ""])
    func aSentenceMayNameNone(sentence: String) {
        #expect(NamedDelay.find(in: sentence) == nil)
    }

    @Test(arguments: [
        ("20 per 1 minute", 20), ("Slowdown: 2 per 1 second", 120), ("5 per 2 minute", 2), ("1 per 9 minute", 1),
        ("100 per 1 hour", nil), ("5 per 0 minute", nil), ("0 per 1 minute", 1), ("lots per 1 minute", nil),
    ])
    func requestsInAMinuteAreRead(sentence: String, count: Int?) {
        #expect(NamedDelay.requestsPerMinute(in: sentence) == count)
    }
}
