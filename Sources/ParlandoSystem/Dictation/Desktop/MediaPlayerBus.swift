import Dispatch
public import ParlandoCore
import Synchronization

/// The media players on the session bus (MPRIS). They are asked side by side, and each may take a second.
public actor MediaPlayerBus: MediaPlayers {
    /// For each call, in milliseconds.
    private static let limit: Int32 = 1_000

    private let executor = BlockingExecutor(label: "parlando.players")
    private let address: String?
    private let arePaused = Mutex(false)
    private var paused: [String] = []

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter address: of the bus; nil for the session bus.
    public init(address: String? = nil) {
        self.address = address
    }

    public nonisolated func set(arePaused: Bool) {
        self.arePaused.withLock { $0 = arePaused }
        Task { await obey() }
    }

    /// Has players go on when the program ends, and waits for that, but not for long.
    public nonisolated func finish() {
        arePaused.withLock { $0 = false }
        let done = DispatchSemaphore(value: 0)
        Task {
            await obey()
            done.signal()
        }
        _ = done.wait(timeout: .now() + .milliseconds(2 * Int(Self.limit)))
    }

    /// The latest command: tasks may begin in any order.
    private func obey() {
        let pauses = arePaused.withLock { $0 }
        guard pauses || !paused.isEmpty, let bus = try? PortalBus(address: address) else {
            return
        }
        guard pauses else {
            _ = tell(paused, "Play", in: "Paused", on: bus)
            paused = []
            return
        }
        let (name, path) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        let answer = bus.ask(name, path, name, "ListNames", limit: Self.limit)
        let names = answer?.has("(as)") == true ? answer?.children.first?.children.map(\.text) ?? [] : []
        paused += tell(names.filter { $0.hasPrefix("org.mpris.MediaPlayer2.") }, "Pause", in: "Playing", on: bus)
    }

    /// Calls a method of the players that have a status, and returns their names.
    private func tell(_ names: [String], _ method: String, in status: String, on bus: PortalBus) -> [String] {
        let (path, player) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
        let told = Mutex<[String]>([])
        // `ask` is thread-safe.
        nonisolated(unsafe) let bus = bus
        DispatchQueue.concurrentPerform(iterations: names.count) { index in
            let answer = bus.ask(
                names[index], path, "org.freedesktop.DBus.Properties", "Get", "('\(player)', 'PlaybackStatus')",
                limit: Self.limit)
            let value = answer?.has("(v)") == true ? answer?.children.first?.unboxed : nil
            if let value, value.has("s"), value.text == status {
                told.withLock { $0.append(names[index]) }
                _ = bus.ask(names[index], path, player, method, limit: Self.limit)
            }
        }
        return told.withLock { $0 }
    }
}
