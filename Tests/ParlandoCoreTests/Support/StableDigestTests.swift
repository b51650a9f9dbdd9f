import ParlandoCore
import Testing

struct StableDigestTests {
    /// Vectors of draft-eastlake-fnv-17, appendix C.
    @Test(arguments: [
        ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
        ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
    func itIsFNV1a(text: String, digest: String) {
        var made = StableDigest()
        made.append(Array(text.utf8))
        #expect(made.hexadecimal == digest)
    }

    @Test func whereOneTextEndsAndTheNextBeginsMatters() {
        #expect(StableDigest("ab", "c").hexadecimal != StableDigest("a", "bc").hexadecimal)
        #expect(StableDigest("ab", "").hexadecimal != StableDigest("", "ab").hexadecimal)
        #expect(StableDigest("ab", "c").hexadecimal == StableDigest("ab", "c").hexadecimal)
    }
}
