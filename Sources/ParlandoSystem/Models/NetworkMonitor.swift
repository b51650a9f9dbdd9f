import CGio
import CGioShim
public import ParlandoCore

/// Network status from NetworkManager, the portal or the kernel, through GIO. Changes are noticed only while GLib's
/// main context runs, as it does in the windowed program.
public actor NetworkMonitor: NetworkStatus {
    private let executor = BlockingExecutor(label: "parlando.network")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func isMetered() -> Bool {
        g_network_monitor_get_network_metered(g_network_monitor_get_default()) != 0
    }

    public func isAvailable() -> Bool {
        g_network_monitor_get_network_available(g_network_monitor_get_default()) != 0
    }

    public func changes() -> AsyncStream<Void> {
        let (changes, news) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let monitor = g_network_monitor_get_default() else {
            news.finish()
            return changes
        }
        let box = Unmanaged.passRetained(NetworkListener(news))
        let handler = parlando_network_connect_changed(
            monitor, box.toOpaque(),
            { Unmanaged<NetworkListener>.fromOpaque($0).takeUnretainedValue().news.yield() },
            { Unmanaged<NetworkListener>.fromOpaque($0).release() })
        news.onTermination = { [weak self] _ in
            Task { await self?.disconnect(handler) }
        }
        return changes
    }

    private func disconnect(_ handler: gulong) {
        g_signal_handler_disconnect(g_network_monitor_get_default().map { UnsafeMutableRawPointer($0) }, handler)
    }
}

/// Passed through C as a pointer.
private final class NetworkListener: Sendable {
    let news: AsyncStream<Void>.Continuation

    init(_ news: AsyncStream<Void>.Continuation) {
        self.news = news
    }
}
