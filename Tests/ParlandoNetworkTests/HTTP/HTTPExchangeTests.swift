import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct HTTPExchangeTests {
    /// Holds its exchange, as a transfer does.
    private final class Transfer: WakeableTransfer {
        let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) {
            self.exchange = exchange
        }

        func wake() {}
    }

    @Test func aTransferThatBeginsTooLateIsLetGo() {
        let exchange = HTTPExchange()
        exchange.cancel()
        weak var transfer: Transfer?
        do {
            let late = Transfer(exchange)
            transfer = late
            exchange.attach(late)
        }
        #expect(transfer == nil)
    }

    @Test func aTransferIsLetGoWhenItIsCancelled() {
        let exchange = HTTPExchange()
        weak var transfer: Transfer?
        do {
            let early = Transfer(exchange)
            transfer = early
            exchange.attach(early)
        }
        #expect(transfer != nil)
        exchange.cancel()
        #expect(transfer == nil)
    }

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
