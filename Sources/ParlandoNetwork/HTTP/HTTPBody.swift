/// The bytes of an answer, as they arrive. Can be read once, by one reader.
///
/// The server is slowed down when the reader is slow. Whoever drops the body unread ends the transfer; cancelling the
/// reading task ends it at once.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = HTTPError

    /// Ends the transfer when nobody holds the body any more.
    fileprivate final class Holder: Sendable {
        let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) {
            self.exchange = exchange
        }

        deinit {
            exchange.cancel()
        }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let holder: Holder

        fileprivate init(_ holder: Holder) {
            self.holder = holder
        }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes(isolation: actor)
        }

        public mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes()
        }
    }

    private let holder: Holder

    init(_ exchange: HTTPExchange) {
        holder = Holder(exchange)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(holder)
    }
}
