import CGtk
import ParlandoCore

/// Queue of typed bytes that the pseudo-terminal has not accepted yet.
@MainActor final class InputQueue {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var tally = LineTally()
    private var waiting: UInt32 = 0
    private var pause: UInt32 = 0

    /// Delay before writing again to a terminal that no program has open, in seconds.
    private static let patience = 0.1

    /// - Parameter descriptor: non-blocking file descriptor of the pseudo-terminal's controlling side. The queue does
    ///   not close it.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Number of bytes typed since the last line end.
    var lineBytes: Int {
        tally.bytes
    }

    /// Writes as much as the terminal accepts now and queues the rest.
    ///
    /// - Parameter countsLines: whether line lengths are to be counted, because the program reads line by line.
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

    /// Discards queued bytes and stops waiting.
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

    /// Writes queued bytes when the terminal accepts more. Returns whether to continue watching the file descriptor.
    ///
    /// - Parameter isOver: whether the other end is closed.
    private func goOn(_ isOver: Bool) -> Bool {
        guard !isOver else {
            // No program has the terminal open. The watch would fire continuously and keep the main loop from noticing
            // that the program has ended. Try again later, because a program that goes on may open the terminal again.
            waiting = 0
            pause = Source.after(Self.patience) { [weak self] in
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
