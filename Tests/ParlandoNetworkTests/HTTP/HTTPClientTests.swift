import Foundation
import ParlandoCore
import ParlandoTestSupport
import Synchronization
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

    /// One without end is a week.
    @Test(arguments: [
        ("38", 38), ("604801", 604_800), ("9223372036854775807", 604_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 604_800),
    ])
    func theWaitAServerAsksForIsInTheHead(asked: String, seconds: Int) async throws {
        let server = try LoopbackServer()
        server.fail(.status(429, retryAfter: asked))
        #expect(try await client.send(HTTPRequest(server.address)).head.retryAfter == .seconds(seconds))
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

    /// Details are logged.
    @Test func theErrorDoesNotNameTheHost() async {
        let error = await #expect(throws: HTTPError.self) {
            _ = try await client.send(HTTPRequest("http://example.invalid/"))
        }
        #expect(error?.detail == "http")
    }

    @Test func redirectsInACircleEnd() async throws {
        let server = try LoopbackServer()
        server.alwaysFail(.redirect(to: "/again"))
        #expect(await client.kind(HTTPRequest(server.address)) == .tooManyRedirects)
        #expect(server.requests.count == HTTPClient.maximumRedirects + 1)
    }
}

@Suite struct HTTPExchangeTests {
    /// Whoever asked for the head after that waited for ever.
    @Test(.timeLimit(.minutes(1))) func aTransferThatIsOverWithoutAHeadIsABadAnswer() async {
        let exchange = HTTPExchange()
        exchange.finish(.success(()))
        let error = await #expect(throws: HTTPError.self) { try await exchange.head() }
        #expect(error?.kind == .badAnswer)
    }

    /// Nothing is sent, and nothing stays open: each transfer of libcurl has a pair of sockets of its own. In a process
    /// of its own, because other tests open sockets as well. Other kinds of files do not count: the runtime opens some
    /// of its own at any time (`epoll`, `timerfd`).
    @Test func requestsThatAreCancelledBeforeTheyStartLeaveNothingOpen() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let client = HTTPClient()
            func openSockets() throws -> Int {
                let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                return files.count { file in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
                    return target?.hasPrefix("socket:") == true
                }
            }
            let before = try openSockets()
            #expect(before > 0)
            for _ in 0..<50 {
                let request = Task {
                    // Not before it is cancelled.
                    while !Task.isCancelled {
                        await Task.yield()
                    }
                    return await client.kind(HTTPRequest(server.address))
                }
                request.cancel()
                #expect(await request.value == .cancelled)
            }
            #expect(server.requests.isEmpty)
            #expect(try openSockets() == before)
        }
    }
}

@Suite struct UploadTests {
    private final class Watch: UploadProgress {
        let steps = Mutex<[Int]>([])
        let totals = Mutex<Set<Int>>([])

        func uploadDidAdvance(to bytes: Int, of total: Int) {
            steps.withLock { $0.append(bytes) }
            totals.withLock { _ = $0.insert(total) }
        }
    }

    private let client = HTTPClient()

    @Test func thePiecesArriveInOrderAndWhole() async throws {
        let server = try LoopbackServer()
        let pieces = [Bench.noise(3), [], Bench.noise(3_000_000), Bench.noise(1), []]
        let watch = Watch()
        var request = HTTPRequest(server.address, method: .upload(pieces))
        request.stallTimeout = .seconds(300)
        let response = try await client.send(request, progress: watch)
        #expect(response.head.status == 200)
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.body == pieces.flatMap { $0 })
        #expect(watch.totals.withLock { $0 } == [3_000_004])
        let steps = watch.steps.withLock { $0 }
        #expect(steps == steps.sorted())
        #expect(steps.last == 3_000_004)
        #expect(steps.count > 10)
    }

    @Test func anEmptyUploadIsAnEmptyPost() async throws {
        let server = try LoopbackServer()
        _ = try await client.send(HTTPRequest(server.address, method: .upload([])))
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.headers["content-length"] == "0")
    }

    @Test func aConnectionCutInMidUploadIsAnInterruption() async throws {
        let server = try LoopbackServer()
        server.hangUpDuringUploads(after: 100_000)
        let request = HTTPRequest(server.address, method: .upload([Bench.noise(8_000_000)]))
        #expect(await client.kind(request) == .interrupted)
    }

    @Test func theTotalTimeCountsEvenWhileBytesArrive() async throws {
        let server = try LoopbackServer()
        server.fail(.endless)
        var request = HTTPRequest(server.address)
        request.totalTimeout = .milliseconds(300)
        #expect(await client.kind(request) == .timedOut)
    }

    @Test(arguments: ["a\r\nX-Other: b", "a\nb", "a\u{0}b", "\u{7F}"])
    func aHeaderStaysOneLine(value: String) async throws {
        let server = try LoopbackServer()
        #expect(await client.kind(HTTPRequest(server.address, headers: [HTTPHeader("X-Key", value)])) == .failed)
        #expect(server.requests.isEmpty)
    }
}

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

    @Test(arguments: ["127.0.0.1", "localhost"]) func aKeyDoesNotTravelToAnotherPlace(host: String) async throws {
        let (server, other) = (try LoopbackServer(), try LoopbackServer())
        server.fail(.redirect(to: "/here"), .redirect(to: "http://\(host):\(other.port)/there"))
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
