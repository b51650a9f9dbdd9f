import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct HTTPClientTests {
    private let client = HTTPClient()

    private func text(_ body: HTTPBody) async throws -> String {
        var bytes: [UInt8] = []
        for try await piece in body {
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func theHeadComesBeforeTheBody() async throws {
        let server = try LoopbackServer(ServedFile(Array("hello".utf8), entityTag: "\"x\""))
        server.fail(.stall(after: 0))
        let response = try await client.send(HTTPRequest(server.address))
        #expect(response.head.status == 200)
        #expect(response.head["ETag"] == "\"x\"")
        #expect(response.head.contentLength == 5)
    }

    @Test func anInterimAnswerIsNotTheAnswer() async throws {
        let server = try LoopbackServer(ServedFile(Array("hello".utf8), entityTag: nil))
        server.fail(.interim)
        let response = try await client.send(HTTPRequest(server.address))
        #expect(response.head.status == 200)
        #expect(response.head["etag"] == nil)
        #expect(try await text(response.body) == "hello")
    }

    @Test func theWaitAServerAsksForIsInTheHead() async throws {
        let server = try LoopbackServer()
        server.fail(.status(429, retryAfter: "38"))
        #expect(try await client.send(HTTPRequest(server.address)).head.retryAfter == .seconds(38))
    }

    @Test(arguments: [
        "604801", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
    func aWaitWithoutEndIsAWeek(asked: String) async throws {
        let server = try LoopbackServer()
        server.fail(.status(429, retryAfter: asked))
        #expect(try await client.send(HTTPRequest(server.address)).head.retryAfter == .seconds(604_800))
    }

    @Test func aPostCarriesItsHeadersAndItsBody() async throws {
        let server = try LoopbackServer(ServedFile(Array("ok".utf8)))
        let body = Bench.noise(10_000)
        let headers = [HTTPHeader("Content-Type", "audio/wav"), HTTPHeader("Expect", "")]
        let response = try await client.send(HTTPRequest(server.address, method: .post(body), headers: headers))
        #expect(try await text(response.body) == "ok")
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.headers["content-type"] == "audio/wav")
        #expect(server.requests.first?.body == body)
    }

    @Test func aSlowReaderGetsEveryByte() async throws {
        let content = Bench.noise(6_000_000)
        let server = try LoopbackServer(ServedFile(content))
        let response = try await client.send(HTTPRequest(server.address))
        var bytes: [UInt8] = []
        for try await piece in response.body {
            bytes += piece
            await Task.yield()
        }
        #expect(bytes == content)
    }

    @Test func cancellingClosesTheConnection() async throws {
        let server = try LoopbackServer(ServedFile(Array("hello".utf8)))
        server.fail(.stall(after: 2))
        let task = Task { await client.kind(HTTPRequest(server.address)) }
        var events = server.events.makeAsyncIterator()
        _ = await events.next()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await events.next() == .hangUp)
    }

    @Test func aBodyNobodyReadsIsNotFetched() async throws {
        let server = try LoopbackServer(ServedFile(Array("hello".utf8)))
        server.fail(.stall(after: 2))
        _ = try await client.send(HTTPRequest(server.address))
        var events = server.events.makeAsyncIterator()
        _ = await events.next()
        #expect(await events.next() == .hangUp)
    }

    @Test func aServerThatFallsSilentIsGivenUp() async throws {
        let server = try LoopbackServer(ServedFile(Array("hello".utf8)))
        var request = HTTPRequest(server.address)
        request.stallTimeout = .seconds(1)
        server.fail(.stall(after: 2), .silence)
        #expect(await client.kind(request) == .timedOut)
        #expect(await client.kind(request) == .timedOut)
    }

    @Test(arguments: [
        ("http://example.invalid/", HTTPError.Kind.insecure), ("http://127.0.0.1.example.invalid/", .insecure),
        ("ftp://localhost/", .insecure), ("file:///etc/hostname", .insecure),
        ("https://user@localhost/", .invalidAddress),
        ("nonsense://", .invalidAddress), ("", .invalidAddress), ("http://128.0.0.1/", .insecure),
    ]) func onlySecureAddressesAreAskedFor(address: String, expected: HTTPError.Kind) async {
        #expect(await client.kind(HTTPRequest(address)) == expected)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("[::1]", true), ("localhost", true),
        ("128.0.0.1", false),
        ("10.0.0.1", false), ("::2", false), ("localhost.example.org", false), ("", false),
    ]) func thisMachineIsKnownByItsAddresses(host: String, expected: Bool) {
        #expect(Loopback.contains(host) == expected)
    }

    @Test func redirectsInACircleEnd() async throws {
        let server = try LoopbackServer()
        server.alwaysFail(.redirect(to: "/again"))
        #expect(await client.kind(HTTPRequest(server.address)) == .tooManyRedirects)
        #expect(server.requests.count == HTTPClient.maximumRedirects + 1)
    }

    @Test func aKeyDoesNotTravelToAnotherHost() async throws {
        let server = try LoopbackServer()
        let other = try LoopbackServer()
        server.fail(.redirect(to: "/here"), .redirect(to: "http://localhost:\(other.port)/there"))
        let headers = [HTTPHeader("Authorization", "secret"), HTTPHeader("Range", "bytes=0-")]
        _ = await client.kind(HTTPRequest(server.address, headers: headers))
        #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(other.requests.map { $0.headers["range"] } == ["bytes=0-"])
    }
}
