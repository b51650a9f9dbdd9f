import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

/// Real TLS with a real server.
@Suite struct SecurityTests {
    private func outcome(_ server: SecureServer, trusting authority: String?) async -> HTTPError.Kind? {
        await Self.outcome(server.address, trusting: authority)
    }

    private static func outcome(_ address: String, trusting authority: String? = nil) async -> HTTPError.Kind? {
        await HTTPClient(authorityFile: authority).kind(HTTPRequest(address))
    }

    @Test func aServerNobodyVouchesForIsRefused() async throws {
        let server = try SecureServer()
        #expect(await outcome(server, trusting: nil) == .untrusted)
    }

    @Test(arguments: [["-tls1_2"], ["-tls1_3"]]) func aTrustedServerIsHeard(options: [String]) async throws {
        let server = try SecureServer(options)
        #expect(await outcome(server, trusting: server.authority) == nil)
    }

    @Test func anExpiredCertificateIsRefused() async throws {
        let server = try SecureServer(days: -1)
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }

    @Test func theCertificateOfAnotherHostIsRefused() async throws {
        let server = try SecureServer(name: "elsewhere.example")
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }

    @Test func theCertificateOfAnotherAuthorityIsRefused() async throws {
        let (server, other) = (try SecureServer(), try SecureServer())
        #expect(await outcome(server, trusting: other.authority) == .untrusted)
    }

    @Test func aHostThatIsNotKnownCannotBeReached() async {
        #expect(await Self.outcome("https://nowhere.invalid/") == .unreachable)
    }

    @Test func theProxyOfTheEnvironmentIsAskedToLeadThere() async throws {
        let proxy = try LoopbackServer(script: OneAnswer(MadeAnswer(403, text: "no")))
        await #expect(processExitsWith: .success) { [address = proxy.address as String] in
            setenv("https_proxy", address, 1)
            #expect(await Self.outcome("https://nowhere.invalid/") != nil)
        }
        #expect(proxy.requests.map(\.path) == ["nowhere.invalid:443"])
    }

    @Test func aServerThatSpeaksAnOldProtocolIsRefused() async throws {
        let server = try SecureServer(["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }
}
