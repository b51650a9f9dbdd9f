import Dispatch
import Glibc
import Synchronization

/// Notices changes of the sound server's devices, also of a server that is started later or again. Waits without
/// polling, on a thread of its own.
final class ServerWatch: Sendable {
    /// Time that a server which was ended gets to be there again.
    private static let restart = DispatchTimeInterval.milliseconds(500)

    private let isOver = Atomic<Bool>(false)
    /// Signalled when there may be a server again.
    private let bell: DispatchSemaphore
    private let server = Mutex<SoundServer?>(nil)
    private let folder: FolderWatch?

    /// Starts the watch, which lasts until `cancel`.
    ///
    /// - Parameter onChange: called on a private thread.
    init(onChange: @escaping @Sendable () -> Void) {
        let bell = DispatchSemaphore(value: 0)
        self.bell = bell
        folder = Self.socketFolder.flatMap { FolderWatch($0) { bell.signal() } }
        _ = AudioThread.run("parlando-server") { self.run(onChange) }
    }

    /// Ends the watch. Thread-safe.
    func cancel() {
        isOver.store(true, ordering: .releasing)
        server.withLock { $0?.wake() }
        bell.signal()
        folder?.cancel()
    }

    private func run(_ onChange: () -> Void) {
        while !isOver.load(ordering: .acquiring) {
            guard let connected = SoundServer(), connected.subscribe() else {
                bell.wait()
                continue
            }
            server.withLock { $0 = connected }
            repeat {
                onChange()
            } while connected.waitForChange(until: isOver)
            server.withLock { $0 = nil }
            onChange()
            _ = bell.wait(timeout: .now() + Self.restart)
        }
    }

    /// Folder in which the server makes its socket, as libpulse finds it.
    private static var socketFolder: String? {
        if let path = getenv("PULSE_RUNTIME_PATH") {
            return String(cString: path)
        }
        return getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/pulse" }
    }
}
