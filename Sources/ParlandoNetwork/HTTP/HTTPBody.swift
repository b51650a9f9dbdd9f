public import ParlandoCore

/// Body of a response, delivered as it arrives. It can be read only once, by one reader.
///
/// If the reader is slow, the server has to wait. Releasing the body unread ends the transfer; cancelling the reading
/// task ends it at once.
public struct HTTPBody: AsyncSequence, Sendable {
    /// Bytes that have arrived since the previous element.
    public typealias Element = [UInt8]
    /// Error that prevents the rest of the body from arriving.
    public typealias Failure = HTTPError

    /// Keeps the transfer for a body and its iterator, and ends the transfer when neither of them is left.
    fileprivate final class Holder: Sendable {
        let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) {
            self.exchange = exchange
        }

        deinit {
            exchange.cancel()
        }
    }

    /// Iterator that returns the bytes of the body in the order in which they arrive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let holder: Holder

        fileprivate init(_ holder: Holder) {
            self.holder = holder
        }

        /// Waits for more bytes. Returns nil if the body is complete.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes(isolation: actor)
        }

        /// Waits for more bytes. Returns nil if the body is complete.
        public mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes()
        }
    }

    private let holder: Holder

    init(_ exchange: HTTPExchange) {
        holder = Holder(exchange)
    }

    /// Returns the iterator that reads the body. Call only once.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(holder)
    }
}
