/// Port: reports the state of the network connection.
public protocol NetworkStatus: Sendable {
    /// Returns whether the connection is metered.
    func isMetered() async -> Bool
    /// Returns whether the system reports a network connection to other computers.
    func isAvailable() async -> Bool
    /// Returns a stream with an element each time the results of `isMetered` and `isAvailable` may have changed. The
    /// stream never ends by itself. Each caller gets its own stream.
    func changes() async -> AsyncStream<Void>
}
