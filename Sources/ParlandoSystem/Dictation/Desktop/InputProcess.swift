import Foundation
import Glibc
import Logging
public import ParlandoCore
import Synchronization

/// Inserts text at the cursor of other applications through `parlando-input`, a process that acts as an engine of IBus.
///
/// It ends when its connection to this program does, so that it never outlasts this program. Before, it restores the
/// former input method. If it fails to, a file on disk says what `mend` has to restore.
public struct InputProcess: CaretTyping {
    struct Limits {
        /// For finding out whether IBus is running, and for `mend`.
        var answer = Duration.seconds(5)
        /// For restoring the former input method. The process itself gives up earlier.
        var end = Duration.seconds(7)
    }

    private let program: String?
    private let note: String
    private let search: [String]
    private let mends: Bool
    private let limits: Limits

    /// - Parameters:
    ///   - environment: its `PATH` is searched for IBus.
    ///   - mends: whether `mend` restores the input method. False if the file `inputNote` may belong to another running
    ///     program.
    public init(_ folders: Folders, environment: [String: String], mends: Bool = true) {
        self.init(folders, environment: environment, mends: mends, limits: Limits())
    }

    init(_ folders: Folders, environment: [String: String], mends: Bool = true, limits: Limits) {
        self.mends = mends
        program = folders.helper("parlando-input")
        note = folders.inputNote
        search = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
        self.limits = limits
    }

    public func obstacle() async -> CaretObstacle? {
        let line = await ask("--check")
        guard line.isRun else {
            return .incomplete
        }
        return switch line.exitCode {
        case 0?: nil
        case 1?: isInstalled ? .notRunning : .notInstalled
        case nil: .silent
        default: .incomplete
        }
    }

    public func open() -> any CaretLine {
        InputLine(program, arguments: ["--note", note], grace: limits.end)
    }

    public func mend() async {
        if mends, FileManager.default.fileExists(atPath: note) {
            _ = await ask("--mend", "--note", note)
        }
    }

    private var isInstalled: Bool {
        search.contains { FileManager.default.isExecutableFile(atPath: $0 + "/ibus-daemon") }
    }

    /// Waits for the end of the process, which is killed if it does not end in time.
    private func ask(_ arguments: String...) async -> InputLine {
        let line = InputLine(program, arguments: arguments, grace: limits.end)
        let timer = Task {
            if (try? await Task.sleep(for: limits.answer)) != nil {
                line.kill()
            }
        }
        defer { timer.cancel() }
        for await _ in line.events {}
        return line
    }
}

/// A socket serves as standard input and output of the process.
private final class InputLine: CaretLine {
    private struct State {
        var socket: Int32 = -1
        var process: pid_t = 0
        var exitCode: Int32?
        /// Whether the process was asked to end, or does not read its commands.
        var isOver = false
    }

    let events: AsyncStream<CaretEvent>
    private let door: AsyncStream<CaretEvent>.Continuation
    private let state = Mutex(State())
    private let grace: Duration
    let isRun: Bool
    private static let log = Logger(label: "parlando.caret")

    /// - Parameter grace: time that the process has to end after it was asked to.
    init(_ program: String?, arguments: [String], grace: Duration) {
        (events, door) = AsyncStream.makeStream(of: CaretEvent.self)
        self.grace = grace
        guard let program, let (process, socket) = Self.start(program, arguments) else {
            isRun = false
            door.yield(.failed(.incomplete))
            door.finish()
            return
        }
        isRun = true
        state.withLock { state in
            state.process = process
            state.socket = socket
        }
        let thread = Thread { [self] in read(socket, process) }
        thread.name = "parlando.caret"
        thread.start()
    }

    /// Nil if the process has not ended, or was ended by a signal.
    var exitCode: Int32? {
        state.withLock { $0.exitCode }
    }

    func send(_ command: CaretCommand) -> Bool {
        guard var data = try? JSONEncoder().encode(command) else {
            return false
        }
        data.append(UInt8(ascii: "\n"))
        let (isSent, isHung) = state.withLock { state in
            guard state.socket >= 0, !state.isOver else {
                return (false, false)
            }
            // The buffer of a socket holds dozens of commands of the greatest length.
            let sent = data.withUnsafeBytes {
                Glibc.send(state.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard sent == data.count else {
                // A process that reads none of its commands is hung. A part of a line is no command.
                state.isOver = true
                shutdown(state.socket, Int32(SHUT_RDWR))
                return (false, true)
            }
            return (true, false)
        }
        if isHung {
            killLater()
        }
        return isSent
    }

    func close() {
        let isRunning = state.withLock { state in
            guard state.socket >= 0 else {
                return false
            }
            state.isOver = true
            shutdown(state.socket, Int32(SHUT_WR))
            return true
        }
        if isRunning {
            killLater()
        }
    }

    /// The next process waits for this one's end.
    private func killLater() {
        Task {
            try? await Task.sleep(for: grace)
            kill()
        }
    }

    /// A killed process cannot restore the former input method.
    func kill() {
        state.withLock { state in
            if state.process > 0 {
                _ = Glibc.kill(state.process, SIGKILL)
            }
        }
    }

    private static func start(_ program: String, _ arguments: [String]) -> (pid_t, Int32)? {
        do throws(ChildProcess.Failure) {
            return try ChildProcess.start([program] + arguments)
        } catch {
            log.error("parlando-input cannot be run", metadata: ["errno": "\(error.code)"])
            return nil
        }
    }

    private func read(_ socket: Int32, _ process: pid_t) {
        var messages = InputMessages()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(socket, &buffer, buffer.count)
            guard count > 0 || count < 0 && errno == EINTR else {
                break
            }
            messages.take(buffer.prefix(max(count, 0))).forEach { door.yield($0) }
        }
        // The process ID is released under the lock, so that `kill` cannot hit another process.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        state.withLock { state in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            Glibc.close(state.socket)
            state.socket = -1
            state.process = 0
            // The low seven bits are the signal that ended the process.
            state.exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
        }
        door.finish()
    }
}

/// Parses the output of `parlando-input`: one JSON event on each line, received in chunks of any length.
struct InputMessages {
    /// In bytes. Longer lines are skipped.
    static let most = 65_536

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Returns the events that the chunk completes. Lines that are not events are skipped.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [CaretEvent] {
        var events: [CaretEvent] = []
        for byte in bytes {
            guard byte != UInt8(ascii: "\n") else {
                if !isTooLong, let event = try? OutsideJSON.decode(CaretEvent.self, from: Data(rest)) {
                    events.append(event)
                }
                rest = []
                isTooLong = false
                continue
            }
            if rest.count < Self.most, !isTooLong {
                rest.append(byte)
            } else {
                isTooLong = true
                rest = []
            }
        }
        return events
    }
}
