import Foundation
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

    /// Nothing is sent, and nothing stays open: each transfer has descriptors of its own. In a process of its own: others
    /// open files as well.
    @Test func requestsThatAreCancelledBeforeTheyStartLeaveNothingOpen() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let client = HTTPClient()
            func openFiles() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let before = try openFiles()
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
            #expect(try openFiles() == before)
        }
    }
}
