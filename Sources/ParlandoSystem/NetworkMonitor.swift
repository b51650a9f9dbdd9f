import CGio
public import ParlandoCore

/// What NetworkManager, the portal or the kernel say of the network, through GIO.
///
/// Has a thread of its own, because the first question may wait for D-Bus.
public actor NetworkMonitor: NetworkStatus {
    private let executor = BlockingExecutor(label: "parlando.network")

    /// The thread that may wait for D-Bus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Asks nothing yet.
    public init() {}

    public func isMetered() -> Bool {
        g_network_monitor_get_network_metered(g_network_monitor_get_default()) != 0
    }
}
