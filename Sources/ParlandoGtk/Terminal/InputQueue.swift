import CGtk
import ParlandoCore

/// What was typed for a program and has not been taken by its terminal yet.
@MainActor final class InputQueue {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var tally = LineTally()
    private var waiting: UInt32 = 0
    private var pause: UInt32 = 0

    /// Seconds until a terminal that no program has open is tried again.
    private static let patience = 0.1

    /// - Parameter descriptor: of the terminal's own side, which never blocks. It is not closed here.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Bytes of the line that was begun and not ended yet.
    var lineBytes: Int {
        tally.bytes
    }

    /// Gives the terminal what it has room for at once; the rest waits.
    ///
    /// - Parameter countsLines: whether the length of a line matters to whoever reads it.
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

    /// Forgets what waits.
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

    /// Answers whether to go on watching.
    private func goOn(_ isOver: Bool) -> Bool {
        guard !isOver else {
            // No program has the terminal open. The watch would fire again and again, and keep the main loop from
            // noticing that the program has ended; a program that goes on may open the terminal again.
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
