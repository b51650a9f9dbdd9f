import Foundation
import ParlandoCore

/// A child process in its own process group that answers what is written to it. It is killed with its children when
/// this object is released; if this program is killed, they read the end of their input and end too.
///
/// Every call blocks. Not thread-safe.
final class PipedProcess {
    enum Fault: Error, Equatable {
        /// The value is `errno`.
        case notStarted(Int32)
        case ended
        case timedOut
        case cancelled
        case tooLong
    }

    /// Identifier of the process and of its group.
    let id: pid_t
    private let socket: Int32

    /// Standard error is discarded, because it might contain the user's texts.
    init(_ arguments: [String], environment: [String: String]) throws(Fault) {
        do throws(ChildProcess.Failure) {
            (id, socket) = try ChildProcess.start(
                arguments, .init(leadsGroup: true, isMute: true, environment: environment))
        } catch {
            throw .notStarted(error.code)
        }
    }

    deinit {
        close(socket)
        kill(-id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// Returns the answer up to and including `end`.
    ///
    /// - Parameter most: maximum bytes of the answer.
    func ask(
        _ bytes: [UInt8], until end: [UInt8], within time: Duration, most: Int, stop: StopFlag
    ) throws(Fault) -> [UInt8] {
        let deadline = ContinuousClock.now + time
        var unsent = bytes[...]
        var answer: [UInt8] = []
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                throw .timedOut
            }
            let ready = stop.wait(
                for: socket, events: POLLIN | (unsent.isEmpty ? 0 : POLLOUT),
                milliseconds: Int32(left / .milliseconds(1), within: 1...Int32.max))
            guard let ready else {
                throw .cancelled
            }
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
