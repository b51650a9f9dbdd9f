import Dispatch
import Glibc
import Synchronization

/// A real HTTP/1.1 server on a loopback socket that misbehaves as it is told. One answer for each connection.
public final class LoopbackServer: Sendable {
    private struct State {
        var file: ServedFile
        /// Files at a path of their own.
        var others: [String: ServedFile] = [:]
        var faults: [ServerFault] = []
        var everyFault = ServerFault.none
        var requests: [ServerRequest] = []
    }

    /// What goes on, as it goes on; for one reader.
    public let events: AsyncStream<ServerEvent>
    /// Given out by the system.
    public let port: UInt16

    private let listener: Int32
    private let script: (any AnswerScript)?
    private let state: Mutex<State>
    private let news: AsyncStream<ServerEvent>.Continuation

    /// Listens on 127.0.0.1 from now on. Throws `SocketError`.
    ///
    /// - Parameter script: makes every answer in place of `file` and the faults.
    public init(_ file: ServedFile = ServedFile([]), script: (any AnswerScript)? = nil) throws {
        self.script = script
        (events, news) = AsyncStream.makeStream(of: ServerEvent.self)
        state = Mutex(State(file: file))
        (listener, port) = try Self.listen()
        acceptConnections()
    }

    deinit {
        stop()
        close(listener)
    }

    /// `http://127.0.0.1:port/`
    public var address: String {
        "http://127.0.0.1:\(port)/"
    }

    /// Every request so far.
    public var requests: [ServerRequest] {
        state.withLock { $0.requests }
    }

    /// The faults of the next answers, one each; then all is well again.
    public func fail(_ faults: ServerFault...) {
        state.withLock { $0.faults += faults }
    }

    /// The fault of every answer for which none is scripted.
    public func alwaysFail(_ fault: ServerFault) {
        state.withLock { $0.everyFault = fault }
    }

    /// Serves this file from now on, at one path or at every path that has none of its own.
    public func serve(_ file: ServedFile, at path: String? = nil) {
        state.withLock { state in
            if let path {
                state.others[path] = file
            } else {
                state.file = file
            }
        }
    }

    /// Refuses connections from now on.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | Glibc.listen(descriptor, 64) | getsockname(descriptor, $0, &size)
            }
        }
        guard descriptor >= 0, code == 0 else {
            throw SocketError(code: errno)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private func acceptConnections() {
        DispatchQueue(label: "loopback").async { [weak self, listener] in
            while true {
                let descriptor = Glibc.accept(listener, nil, nil)
                guard descriptor >= 0, let self else {
                    return
                }
                DispatchQueue(label: "loopback.answer").async { [weak self] in
                    let connection = ServerConnection(descriptor)
                    if let self, let request = connection.readRequest() {
                        self.answer(request, on: connection)
                    }
                }
            }
        }
    }

    private func answer(_ request: ServerRequest, on connection: ServerConnection) {
        if let script {
            state.withLock { $0.requests.append(request) }
            news.yield(.request(request))
            if script.answer(to: request).send(on: connection) {
                news.yield(.hangUp)
            }
            return
        }
        let (file, fault) = state.withLock { state in
            state.requests.append(request)
            return (
                state.others[request.path] ?? state.file,
                state.faults.isEmpty ? state.everyFault : state.faults.removeFirst()
            )
        }
        news.yield(.request(request))
        let answer = ServerAnswer(to: request, file: file, fault: fault)
        if connection.send(answer.head + answer.body.prefix(answer.stop)) {
            switch fault {
            case .endless:
                while connection.send([UInt8](repeating: 0, count: 1 << 16)) {}
            case .stall, .silence:
                connection.waitForHangUp()
                news.yield(.hangUp)
            default:
                break
            }
        }
    }
}

/// No socket to be had.
public struct SocketError: Error {
    /// The system's error number.
    public let code: Int32
}
