/// Port: what kind of network there is.
public protocol NetworkStatus: Sendable {
    /// Whether the connection is paid for by volume.
    func isMetered() async -> Bool
    /// Whether there is a way out of this machine, as far as the system knows.
    func isAvailable() async -> Bool
    /// An element each time the answers may have changed. Never ends by itself; for a loop of its own each.
    func changes() async -> AsyncStream<Void>
}
