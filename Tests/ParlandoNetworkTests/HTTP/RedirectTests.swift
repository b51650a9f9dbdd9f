import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

/// Keys stay where they were sent, wherever a server sends us.
@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
    private static let keys = [
        HTTPHeader("Authorization", "Bearer secret"), HTTPHeader("x-goog-api-key", "secret"),
        HTTPHeader("Cookie", "secret"), HTTPHeader("Range", "bytes=0-"),
    ]

    private let client = HTTPClient()

    private func holdsKey(_ request: ServerRequest) -> Bool {
        "\(request.path) \(request.headers) \(String(decoding: request.body, as: UTF8.self))".contains("secret")
    }

    @Test func aKeyDoesNotTravelToAnotherPort() async throws {
        let (server, other) = (try LoopbackServer(), try LoopbackServer())
        server.fail(.redirect(to: "/here"), .redirect(to: other.address + "there"))
        _ = await client.kind(HTTPRequest(server.address, headers: Self.keys))
        #expect(server.requests.map(holdsKey) == [true, true])
        #expect(other.requests.map(holdsKey) == [false])
        #expect(other.requests.map(\.path) == ["/there"])
        #expect(other.requests.map { $0.headers["range"] } == ["bytes=0-"])
    }

    @Test func aKeyThatWasLeftBehindDoesNotComeBack() async throws {
        let (server, other) = (try LoopbackServer(), try LoopbackServer())
        server.fail(.redirect(to: other.address))
        other.fail(.redirect(to: server.address))
        _ = await client.kind(HTTPRequest(server.address, headers: Self.keys))
        #expect(server.requests.map(holdsKey) == [true, false])
        #expect(other.requests.map(holdsKey) == [false])
    }

    @Test(arguments: ["//127.0.0.1:PORT", "http://127.0.0.1:PORT?again=1", "http://127.0.0.1:PORT/#there"])
    func aKeyInTheQueryStaysBehind(location: String) async throws {
        let (server, other) = (try LoopbackServer(), try LoopbackServer())
        server.fail(.redirect(to: location.replacing("PORT", with: "\(other.port)")))
        _ = await client.kind(HTTPRequest(server.address + "models?key=secret", headers: Self.keys))
        #expect(server.requests.map(holdsKey) == [true])
        #expect(other.requests.map(holdsKey) == [false])
    }

    @Test func aBodyIsSentToNoOtherPlace() async throws {
        let (server, other) = (try LoopbackServer(), try LoopbackServer())
        for method in [HTTPRequest.Method.post(Array("secret".utf8)), .upload([Array("secret".utf8)])] {
            server.fail(.redirect(to: other.address))
            _ = await client.kind(HTTPRequest(server.address, method: method, headers: Self.keys))
        }
        #expect(server.requests.map(holdsKey) == [true, true])
        #expect(other.requests.isEmpty)
    }
}
