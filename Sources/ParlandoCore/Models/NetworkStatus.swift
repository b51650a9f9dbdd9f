/// Port: reports the state of the network connection.
public protocol NetworkStatus: Sendable {
    /// Returns whether the connection is metered.
    func isMetered() async -> Bool
    /// Returns whether the system reports a connection beyond this computer.
    func isAvailable() async -> Bool
    /// Returns a stream with an element each time the answers may have changed. The stream never ends by itself. Each
    /// caller gets a stream of its own.
    func changes() async -> AsyncStream<Void>
}
