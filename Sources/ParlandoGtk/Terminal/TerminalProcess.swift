import CGtk
import CGtkShim
import CVte
import ParlandoCore

/// Nothing is reported after `hangUp`.
@MainActor protocol TerminalProcessDelegate: AnyObject {
    func terminalProcessDidStart(_ process: TerminalProcess)
    func terminalProcess(_ process: TerminalProcess, didFailToStart detail: String)
    func terminalProcess(_ process: TerminalProcess, didWrite bytes: UnsafeRawBufferPointer)
    func terminalProcess(_ process: TerminalProcess, didChange input: TerminalInput)
    /// All its output has been reported.
    func terminalProcess(_ process: TerminalProcess, didEnd exit: TerminalExit)
}

/// Runs a program in a pseudo-terminal of its own. The only file that uses VTE's `VtePty`.
///
/// VTE's widget would read as fast as it can, for a tenth of a second at a time, and block the window meanwhile. So
/// this class reads the output at the pace of `OutputPace` and feeds it to the widget.
@MainActor final class TerminalProcess {
    weak var delegate: (any TerminalProcessDelegate)?

    private static let block = 16 << 10
    /// Bytes to read after the program has ended. Other programs may keep the terminal open and write indefinitely.
    private static let mostAfterEnd = 256 << 10
    /// Seconds before reading again from a terminal that no program has open.
    private static let retrySeconds = 0.1
    /// Bytes of the latest output to keep.
    private static let tailSize = 8 << 10

    private var terminal: Reference?
    private var child: pid_t?
    private var pace = OutputPace()
    private var queue: InputQueue?
    private var brackets = PasteBrackets()
    /// 0 if none has enabled bracketed paste.
    private var bracketGroup: pid_t = 0
    private var tail: [UInt8] = []
    private(set) var isRunning = false
    private var reading: UInt32 = 0
    private var resting: UInt32 = 0
    private var checking: UInt32 = 0
    private var looks = 0
    private var toldInput = TerminalInput()

    private var descriptor: Int32? {
        terminal.map { vte_pty_get_fd($0.opaque) }
    }

    /// In the user's home folder. The delegate is told whether it has started.
    ///
    /// - Parameter environment: all of it, as `NAME=value` strings.
    func start(_ arguments: [String], environment: [String], rows: Int, columns: Int) {
        var error: UnsafeMutablePointer<GError>?
        guard let made = vte_pty_new_sync(VTE_PTY_DEFAULT, nil, &error) else {
            defer { g_clear_error(&error) }
            delegate?.terminalProcess(self, didFailToStart: error.map { String(cString: $0.pointee.message) } ?? "")
            return
        }
        let terminal = Reference(owned: made)
        self.terminal = terminal
        parlando_leave_packet_mode(vte_pty_get_fd(made))
        vte_pty_set_utf8(made, 1, nil)
        resize(rows: rows, columns: columns)
        var argv = arguments.map { g_strdup($0) } + [nil]
        var envv = environment.map { g_strdup($0) } + [nil]
        vte_pty_spawn_async(
            made, g_get_home_dir(), &argv, &envv, Self.spawnFlags, nil, nil, nil, -1, nil, spawned,
            Unmanaged.passRetained(self).toOpaque())
        // VTE has copied both arrays.
        (argv + envv).forEach { g_free($0) }
    }

    /// Without VTE_SPAWN_NO_PARENT_ENVV, VTE would add the environment of this process.
    private static let spawnFlags = GSpawnFlags(
        G_SPAWN_SEARCH_PATH.rawValue | UInt32(VTE_SPAWN_NO_PARENT_ENVV))

    fileprivate func didSpawn(_ pid: pid_t, problem: String?) {
        if let problem {
            delegate?.terminalProcess(self, didFailToStart: problem)
            return
        }
        Source.awaitChild(pid) { [weak self] status in self?.didExit(status) }
        guard terminal != nil else {
            // The terminal was closed before the program started.
            kill(pid, SIGHUP)
            return
        }
        child = pid
        isRunning = true
        queue = descriptor.map(InputQueue.init)
        read()
        delegate?.terminalProcessDidStart(self)
    }

    /// With SIGHUP.
    func hangUp() {
        if let child, isRunning {
            kill(child, SIGHUP)
        }
        delegate = nil
        close()
    }

    private func close() {
        for source in [reading, resting, checking] where source != 0 {
            g_source_remove(source)
        }
        (reading, resting, checking) = (0, 0, 0)
        queue?.close()
        queue = nil
        // The last reference closes the pseudo-terminal.
        terminal = nil
    }
}

// MARK: Output
extension TerminalProcess {
    private func read() {
        guard reading == 0, let descriptor else {
            return
        }
        reading = Source.watch(descriptor) { [weak self] isOver in self?.takeBlock(isOver) ?? false }
    }

    private static var now: Double {
        Double(g_get_monotonic_time()) / 1_000_000
    }

    /// Reads what the pace permits. Returns whether to continue watching the file descriptor.
    ///
    /// - Parameter isOver: whether the other end is closed.
    private func takeBlock(_ isOver: Bool) -> Bool {
        let room = min(Self.block, pace.allowance(at: Self.now))
        guard room > 0 else {
            reading = 0
            rest(pace.rest(at: Self.now, processor: parlando_thread_seconds()))
            return false
        }
        let count = take(room)
        // The delegate may have closed the terminal while it handled the output.
        guard terminal != nil, count > 0 || !isOver else {
            reading = 0
            if terminal != nil, isRunning {
                // No program has the terminal open at the moment.
                rest(Self.retrySeconds)
            }
            return false
        }
        return true
    }

    /// Returns the number of bytes read; 0 or less if nothing was read.
    private func take(_ room: Int) -> Int {
        guard let descriptor else {
            return 0
        }
        return withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer in
            let count = CVte.read(descriptor, buffer.baseAddress, room)
            if count > 0 {
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                pace.give(count, at: Self.now)
                tail = (tail + bytes).suffix(Self.tailSize)
                if brackets.read(bytes) {
                    bracketGroup = tcgetpgrp(descriptor)
                }
                delegate?.terminalProcess(self, didWrite: bytes)
                checkSoon()
            }
            return count
        }
    }

    private func rest(_ seconds: Double) {
        resting = Source.after(seconds) { [weak self] in
            self?.resting = 0
            self?.read()
        }
    }

    /// Whether there is so little output that it can be shown immediately.
    var isCalm: Bool {
        pace.isCalm
    }

    /// At most `tailSize` bytes.
    var lastWords: String {
        String(decoding: tail, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    private func didExit(_ status: Int32) {
        isRunning = false
        // Background programs may write indefinitely; their later output is ignored.
        var rest = Self.mostAfterEnd
        while rest > 0, terminal != nil {
            let count = take(Self.block)
            guard count > 0 else {
                break
            }
            rest -= count
        }
        guard terminal != nil else {
            return
        }
        close()
        delegate?.terminalProcess(self, didEnd: TerminalExit(waitStatus: status))
    }
}

// MARK: Terminal mode
extension TerminalProcess {
    /// Seconds from output or input to checks of the terminal mode. Changes are not signalled, but a program that
    /// changes the mode reads or writes about then.
    private static let timesOfLooks = [0.05, 0.25, 1]

    private func checkSoon() {
        looks = 0
        if checking == 0, terminal != nil {
            check(after: Self.timesOfLooks[0])
        }
    }

    private func check(after seconds: Double) {
        checking = Source.after(seconds) { [weak self] in
            guard let self else {
                return
            }
            checking = 0
            looks += 1
            if looks < Self.timesOfLooks.count {
                check(after: Self.timesOfLooks[looks])
            }
            dropLeftBrackets()
            let input = input
            if input != toldInput {
                toldInput = input
                delegate?.terminalProcess(self, didChange: input)
            }
        }
    }

    private var isBracketGroupThere: Bool {
        parlando_group_exists(bracketGroup)
    }

    /// If the process group that enabled bracketed paste was killed, VTE would still put brackets around pasted text.
    private func dropLeftBrackets() {
        if brackets.isOn, !isBracketGroupThere {
            brackets = PasteBrackets()
            Array("\u{1B}[?2004l".utf8).withUnsafeBytes { delegate?.terminalProcess(self, didWrite: $0) }
        }
    }

    /// The last 512 bytes, enough for a prompt.
    private var lastLetters: String {
        String(decoding: tail.suffix(512), as: UTF8.self)
    }
}

// MARK: Input
extension TerminalProcess {
    /// What the program does not accept yet is queued. Before its start and after its end, bytes are discarded.
    func write(_ bytes: some Collection<UInt8>) {
        queue?.write(bytes, countsLines: !takesPastes)
        checkSoon()
    }

    /// In paste brackets if a running program has enabled them.
    func paste(_ text: String) {
        let typed = text.replacing("\n", with: "\r")
        write(Array((takesPastes ? "\u{1B}[200~" + typed + "\u{1B}[201~" : typed).utf8))
    }

    /// In character cells.
    func resize(rows: Int, columns: Int) {
        if let terminal {
            vte_pty_set_size(terminal.opaque, Int32(rows), Int32(columns), nil)
        }
    }

    var input: TerminalInput {
        let (mode, takesPastes) = (mode, takesPastes)
        let isHidden =
            mode.readsLines ? !mode.echoes : !takesPastes && HiddenPrompt.stands(atEndOf: lastLetters)
        return TerminalInput(
            readsLines: mode.readsLines, isHidden: isHidden, takesPastes: takesPastes,
            lineBytes: takesPastes ? 0 : queue?.lineBytes ?? 0)
    }

    private var mode: (readsLines: Bool, echoes: Bool) {
        var mode = termios()
        guard let descriptor, tcgetattr(descriptor, &mode) == 0 else {
            return (true, true)
        }
        return (mode.c_lflag & tcflag_t(ICANON) != 0, mode.c_lflag & tcflag_t(ECHO) != 0)
    }

    /// False while input is read line by line, because such a program does not know the brackets.
    private var takesPastes: Bool {
        brackets.isOn && isBracketGroupThere && !mode.readsLines
    }

    /// Whether another process group is in the foreground, such as a command run by the shell.
    var isBusy: Bool {
        guard let child, let descriptor else {
            return false
        }
        let front = tcgetpgrp(descriptor)
        return front > 0 && front != child
    }
}

/// VTE calls it exactly once for each start, on the main thread.
private let spawned: GAsyncReadyCallback = { terminal, result, context in
    guard let terminal, let result, let context else {
        return
    }
    var pid: pid_t = 0
    var error: UnsafeMutablePointer<GError>?
    let isRunning = vte_pty_spawn_finish(OpaquePointer(terminal), result, &pid, &error) != 0
    let problem = isRunning ? nil : error.map { String(cString: $0.pointee.message) } ?? ""
    g_clear_error(&error)
    // VTE calls only on the main thread, so the pointer never crosses threads.
    nonisolated(unsafe) let held = context
    MainActor.assumeIsolated {
        Unmanaged<TerminalProcess>.fromOpaque(held).takeRetainedValue().didSpawn(pid, problem: problem)
    }
}
