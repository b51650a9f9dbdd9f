import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoNetwork

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

    @Test func aReaderFillsAnyBufferFromManyPieces() {
        let pieces: [[UInt8]] = [[1, 2], [], [3], [4, 5, 6, 7]]
        for size in 1...9 {
            var reader = UploadReader(pieces)
            var result: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: size)
            while case let count = buffer.withUnsafeMutableBytes({ reader.read(into: $0) }), count > 0 {
                result += buffer.prefix(count)
            }
            #expect(result == [1, 2, 3, 4, 5, 6, 7])
            #expect(reader.position == reader.total)
        }
    }

    @Test func aConnectionCutInMidUploadIsAnInterruption() async throws {
        let server = try LoopbackServer()
        server.hangUpDuringUploads(after: 100_000)
        let request = HTTPRequest(server.address, method: .upload([Bench.noise(8_000_000)]))
        #expect(await client.kind(request) == .interrupted)
    }

    @Test func anUploadIsNotRepeatedAtAnotherAddress() async throws {
        let server = try LoopbackServer()
        let other = try LoopbackServer()
        server.fail(.redirect(to: other.address))
        let response = try await client.send(HTTPRequest(server.address, method: .upload([Bench.noise(10)])))
        #expect(response.head.status == 302)
        #expect(other.requests.isEmpty)
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
