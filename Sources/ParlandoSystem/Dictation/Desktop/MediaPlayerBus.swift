import Foundation
public import ParlandoCore
import Synchronization

/// The media players on the session bus (MPRIS). They are asked side by side, and each call may take a second.
public actor MediaPlayerBus: MediaPlayers {
    /// For each call, in milliseconds.
    private static let limit: Int32 = 1_000

    private let executor = BlockingExecutor(label: "parlando.players")
    private let address: String?
    private let arePaused = Mutex(false)
    private static let most = 16
    private var paused: Set<String> = []

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
            // A player may not have said yet that it pauses.
            _ = tell(paused, "Play", in: ["Paused", "Playing"], on: bus)
            paused = []
            return
        }
        let (name, path) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        let answer = bus.ask(name, path, name, "ListNames", limit: Self.limit)
        let names = answer?.has("(as)") == true ? answer?.children.first?.children.map(\.text) ?? [] : []
        let players = Set(names.filter { $0.hasPrefix("org.mpris.MediaPlayer2.") }.prefix(Self.most))
        paused.formUnion(tell(players, "Pause", in: ["Playing"], on: bus))
    }

    /// Calls a method of the players that have a status, and returns their names.
    private func tell(
        _ names: Set<String>, _ method: String, in states: Set<String>, on bus: PortalBus
    ) -> Set<String> {
        let (path, player) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
        let told = Mutex<Set<String>>([])
        let done = DispatchGroup()
        // `ask` is thread-safe.
        nonisolated(unsafe) let bus = bus
        for name in names {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                let answer = bus.ask(
                    name, path, "org.freedesktop.DBus.Properties", "Get", "('\(player)', 'PlaybackStatus')",
                    limit: Self.limit)
                let value = answer?.has("(v)") == true ? answer?.children.first?.unboxed : nil
                if let value, value.has("s"), states.contains(value.text) {
                    told.withLock { _ = $0.insert(name) }
                    _ = bus.ask(name, path, player, method, limit: Self.limit)
                }
            }
        }
        done.wait()
        return told.withLock { $0 }
    }
}
