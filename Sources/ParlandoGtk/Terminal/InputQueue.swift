import CGtk
import ParlandoCore

/// Typed bytes that the pseudo-terminal has not accepted yet.
@MainActor final class InputQueue {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var tally = LineTally()
    private var waiting: UInt32 = 0
    private var pause: UInt32 = 0

    /// Seconds before writing again to a terminal that no program has open.
    private static let retrySeconds = 0.1

    /// - Parameter descriptor: non-blocking, of the pseudo-terminal's controlling side. The queue does not close it.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Typed since the last line end.
    var lineBytes: Int {
        tally.bytes
    }

    /// Writes what the terminal accepts now and queues the rest.
    ///
    /// - Parameter countsLines: whether the bytes count towards `lineBytes`, as they do while the program reads lines.
    func write(_ typed: some Collection<UInt8>, countsLines: Bool) {
        if countsLines {
            tally.type(typed)
        } else {
            tally.reset()
        }
        bytes += typed
        if waiting == 0, pause == 0 {
            flush()
        }
    }

    func close() {
        for source in [waiting, pause] where source != 0 {
            g_source_remove(source)
        }
        (waiting, pause) = (0, 0)
        bytes = []
    }

    private func flush() {
        while !bytes.isEmpty {
            let count = CGtk.write(descriptor, bytes, bytes.count)
            guard count > 0 else {
                return wait()
            }
            bytes.removeFirst(count)
        }
    }

    private func wait() {
        if waiting == 0 {
            waiting = Source.watch(descriptor, isWriting: true) { [weak self] isOver in
                self?.goOn(isOver) ?? false
            }
        }
    }

    /// Returns whether to continue watching the file descriptor.
    ///
    /// - Parameter isOver: whether the other end is closed.
    private func goOn(_ isOver: Bool) -> Bool {
        guard !isOver else {
            // No program has the terminal open. The watch would fire continuously and keep the main loop from noticing
            // that the program has ended. One that goes on may open the terminal again.
            waiting = 0
            pause = Source.after(Self.retrySeconds) { [weak self] in
                self?.pause = 0
                self?.flush()
            }
            return false
        }
        flush()
        let goesOn = !bytes.isEmpty
        waiting = goesOn ? waiting : 0
        return goesOn
    }
}
