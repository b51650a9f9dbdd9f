/// The bytes of an answer, as they arrive. Can be read once, by one reader.
///
/// The server is slowed down when the reader is slow. Whoever drops the body unread ends the transfer; cancelling the
/// reading task ends it at once.
public struct HTTPBody: AsyncSequence, Sendable {
    /// What has arrived since the last look.
    public typealias Element = [UInt8]
    /// Why the rest does not come.
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

    /// Reads the bytes in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let holder: Holder

        fileprivate init(_ holder: Holder) {
            self.holder = holder
        }

        /// Waits for more bytes, nil: the body is whole.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes(isolation: actor)
        }

        /// Waits for more bytes, nil: the body is whole.
        public mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes()
        }
    }

    private let holder: Holder

    init(_ exchange: HTTPExchange) {
        holder = Holder(exchange)
    }

    /// Begins to read; once.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(holder)
    }
}
