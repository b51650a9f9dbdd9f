import ParlandoNetwork
import Testing

/// Real TLS with a real server.
@Suite struct SecurityTests {
    private func outcome(_ server: SecureServer, trusting authority: String?) async -> HTTPError.Kind? {
        do throws(HTTPError) {
            let response = try await HTTPClient(authorityFile: authority).send(HTTPRequest(server.address))
            for try await _ in response.body {}
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func aServerNobodyVouchesForIsRefused() async throws {
        let server = try SecureServer()
        #expect(await outcome(server, trusting: nil) == .untrusted)
    }

    @Test(arguments: [["-tls1_2"], ["-tls1_3"]]) func aTrustedServerIsHeard(options: [String]) async throws {
        let server = try SecureServer(options)
        #expect(await outcome(server, trusting: server.authority) == nil)
    }

    @Test func aServerThatSpeaksAnOldProtocolIsRefused() async throws {
        let server = try SecureServer(["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(await outcome(server, trusting: server.authority) == .untrusted)
    }
}
