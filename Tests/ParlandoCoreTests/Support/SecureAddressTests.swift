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

    @Test(arguments: [
        "http://example.org", "http://128.0.0.1", "http://127.0.0.1.example.org", "http://localhost.evil.org",
    ])
    func plainHTTPElsewhereIsRefused(address: String) {
        #expect(SecureAddress.problem(in: address) == .notSecure)
    }

    @Test(arguments: [
        "example.org", "ftp://example.org", "https://", "https:///models", "file:///etc/passwd", "https://a b.org",
        "https://user:word@example.org/", "https://example.org/?x=1", "https://example.org/#x",
    ])
    func whatIsNoPlainWebAddressIsRefused(address: String) {
        #expect(SecureAddress.problem(in: address) == .notAnAddress)
    }
}
