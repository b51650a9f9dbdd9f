import Foundation
import Glibc
import Logging
public import ParlandoCore
import Synchronization

/// Writes at the caret through `parlando-input`, a process of its own that is an engine of IBus.
///
/// That process ends when its connection does, so that it never outlasts this program; before it ends, it restores the
/// former input method. What it could not restore is in a note on disk, from which `mend` restores it.
public struct InputProcess: CaretTyping {
    /// Time for the process to answer whether IBus is there, and to mend, in seconds.
    private static let patience = 5

    private let program: String?
    private let note: String
    private let search: [String]

    /// - Parameters:
    ///   - folders: folders of this program, from which the helper program and the note are found.
    ///   - environment: environment variables; `PATH` is searched for IBus.
    public init(_ folders: Folders, environment: [String: String]) {
        program = folders.helper("parlando-input")
        note = folders.inputNote
        search = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
    }

    public func obstacle() async -> CaretObstacle? {
        switch await ask("--check") {
        case nil: .incomplete
        case 0: nil
        case 1 where isInstalled: .notRunning
        case 1: .notInstalled
        case .some: .incomplete
        }
    }

    public func open() -> any CaretLine {
        InputLine(program, arguments: ["--note", note])
    }

    public func mend() async {
        if FileManager.default.fileExists(atPath: note) {
            _ = await ask("--mend", "--note", note)
        }
    }

    private var isInstalled: Bool {
        search.contains { FileManager.default.isExecutableFile(atPath: $0 + "/ibus-daemon") }
    }

    /// Runs the process until it ends. Returns its exit code, or nil if it cannot be run or takes too long.
    private func ask(_ arguments: String...) async -> Int32? {
        let line = InputLine(program, arguments: arguments)
        let timer = Task {
            try? await Task.sleep(for: .seconds(Self.patience))
            line.kill()
        }
        defer { timer.cancel() }
        for await _ in line.events {}
        return line.exitCode
    }
}

/// One run of `parlando-input`. A socket is both its standard input and its standard output.
private final class InputLine: CaretLine {
    private struct State {
        var socket: Int32 = -1
        var process: pid_t = 0
        var exitCode: Int32?
    }

    let events: AsyncStream<CaretEvent>
    private let door: AsyncStream<CaretEvent>.Continuation
    private let state = Mutex(State())
    private static let log = Logger(label: "parlando.caret")

    /// - Parameter program: path of the program, or nil if it was not found.
    init(_ program: String?, arguments: [String]) {
        (events, door) = AsyncStream.makeStream(of: CaretEvent.self)
        guard let program, let (process, socket) = Self.spawn(program, arguments) else {
            door.yield(.failed(.incomplete))
            door.finish()
            return
        }
        state.withLock { state in
            state.process = process
            state.socket = socket
        }
        let thread = Thread { [self] in read(socket, process) }
        thread.name = "parlando.caret"
        thread.start()
    }

    /// Exit code of the process; nil if it has not ended, or was ended by a signal.
    var exitCode: Int32? {
        state.withLock { $0.exitCode }
    }

    func send(_ command: CaretCommand) {
        guard var data = try? JSONEncoder().encode(command) else {
            return
        }
        data.append(UInt8(ascii: "\n"))
        state.withLock { state in
            guard state.socket >= 0 else {
                return
            }
            // The buffer of a socket holds hundreds of commands. A process that reads none of them is hung, and text
            // for it is not answered.
            let sent = data.withUnsafeBytes {
                Glibc.send(state.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if sent != data.count {
                shutdown(state.socket, Int32(SHUT_RDWR))
            }
        }
    }

    func close() {
        state.withLock { state in
            if state.socket >= 0 {
                shutdown(state.socket, Int32(SHUT_WR))
            }
        }
    }

    /// Ends the process without a chance to restore anything.
    func kill() {
        state.withLock { state in
            if state.process > 0 {
                _ = Glibc.kill(state.process, SIGKILL)
            }
        }
    }

    /// Starts the program with a socket for its standard input and output. The other end is inherited by no other
    /// process, so that the program notices when this one ends, however it ends.
    private static func spawn(_ program: String, _ arguments: [String]) -> (pid_t, Int32)? {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            return nil
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 0)
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 1)
        var vector: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { vector.forEach { free($0) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, nil, &vector, environ)
        Glibc.close(sockets[1])
        guard failure == 0 else {
            log.error("parlando-input cannot be run", metadata: ["errno": "\(failure)"])
            Glibc.close(sockets[0])
            return nil
        }
        return (process, sockets[0])
    }

    /// Passes on what the process writes, until it ends.
    private func read(_ socket: Int32, _ process: pid_t) {
        var rest = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(socket, &buffer, buffer.count)
            guard count > 0 || count < 0 && errno == EINTR else {
                break
            }
            rest += buffer.prefix(max(count, 0))
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if let event = try? OutsideJSON.decode(CaretEvent.self, from: rest[rest.startIndex..<end]) {
                    door.yield(event)
                }
                rest = Data(rest[rest.index(after: end)...])
            }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        state.withLock { state in
            Glibc.close(state.socket)
            state.socket = -1
            state.process = 0
            // The low seven bits are the signal that ended the process.
            state.exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
        }
        door.finish()
    }
}
