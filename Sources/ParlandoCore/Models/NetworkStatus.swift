/// Port: what kind of network there is.
public protocol NetworkStatus: Sendable {
    /// Whether the connection is paid for by volume.
    func isMetered() async -> Bool
}
