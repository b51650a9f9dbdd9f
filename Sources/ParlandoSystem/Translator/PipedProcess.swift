import Foundation
import ParlandoCore

/// A child process, with its own process group, that answers what is written to it. It and its children are killed when
/// the value is released. If this program is killed, they read the end of their input, and end too.
///
/// Every call blocks. Not thread-safe.
final class PipedProcess {
    /// Why a child gave no answer.
    enum Fault: Error, Equatable {
        /// The child could not be started.
        case notStarted(Int32)
        /// The child has ended.
        case ended
        case timedOut
        case cancelled
        /// The answer is longer than allowed.
        case tooLong
    }

    /// Identifier of the process and of its group.
    let id: pid_t
    private let socket: Int32

    /// Starts a child. Its standard error goes nowhere, because it might contain texts.
    ///
    /// - Parameter arguments: name or path of the program, and its arguments.
    init(_ arguments: [String], environment: [String: String]) throws(Fault) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted(errno)
        }
        defer { close(ends[1]) }
        var child = pid_t()
        let code = Self.spawn(arguments, environment, io: ends[1], &child)
        guard code == 0 else {
            close(ends[0])
            throw .notStarted(code)
        }
        socket = ends[0]
        id = child
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], io: Int32, _ child: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, io, 0)
        posix_spawn_file_actions_adddup2(&actions, io, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: Int(flags)))
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        return posix_spawnp(&child, arguments.first ?? "", &actions, &attributes, argv, envp)
    }

    deinit {
        close(socket)
        kill(-id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// Writes bytes, and returns what the child answers, up to and including `end`.
    ///
    /// - Parameters:
    ///   - most: maximum length of the answer in bytes.
    ///   - bell: ends the wait when it rings.
    func ask(
        _ bytes: [UInt8], until end: [UInt8], within time: Duration, most: Int, bell: CancelBell
    ) throws(Fault) -> [UInt8] {
        let deadline = ContinuousClock.now + time
        var unsent = bytes[...]
        var answer: [UInt8] = []
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                throw .timedOut
            }
            var polls = [
                pollfd(fd: socket, events: Int16(POLLIN | (unsent.isEmpty ? 0 : POLLOUT)), revents: 0),
                pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard Glibc.poll(&polls, 2, Int32(left / .milliseconds(1), within: 1...Int32.max)) > 0 else {
                continue
            }
            guard polls[1].revents == 0 else {
                throw .cancelled
            }
            let ready = polls[0].revents
            if ready & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let begin = max(0, answer.count - end.count)
                try receive(&answer)
                guard answer.count <= most else {
                    throw .tooLong
                }
                if answer[begin...].contains(end) {
                    return answer
                }
            }
            if ready & Int16(POLLOUT) != 0 {
                try send(&unsent)
            }
        }
    }

    private func receive(_ answer: inout [UInt8]) throws(Fault) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            answer += buffer[..<count]
        } else if count == 0 || ![EAGAIN, EINTR].contains(errno) {
            throw .ended
        }
    }

    private func send(_ bytes: inout ArraySlice<UInt8>) throws(Fault) {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
        if count >= 0 {
            bytes = bytes.dropFirst(count)
        } else if ![EAGAIN, EINTR].contains(errno) {
            throw .ended
        }
    }
}
