import Foundation
import Synchronization

/// Real HTTP/1.1 server on a loopback socket, with scripted faults. It sends one response for each connection.
public final class LoopbackServer: Sendable {
    private struct State {
        var file: ServedFile
        var others: [String: ServedFile] = [:]
        var nextFiles: [ServedFile] = []
        var faults: [ServerFault] = []
        var everyFault = ServerFault.none
        var requests: [ServerRequest] = []
        var uploadLimit: Int?
    }

    /// Events of the server as they happen. For a single reader.
    public let events: AsyncStream<ServerEvent>
    public let port: UInt16

    private let listener: ListeningSocket
    private let script: (any AnswerScript)?
    private let state: Mutex<State>
    private let news: AsyncStream<ServerEvent>.Continuation

    /// Starts listening on 127.0.0.1. Throws `SocketError`.
    ///
    /// - Parameter script: makes all responses, instead of `file` and the faults.
    public init(_ file: ServedFile = ServedFile([]), script: (any AnswerScript)? = nil) throws {
        self.script = script
        (events, news) = AsyncStream.makeStream(of: ServerEvent.self)
        state = Mutex(State(file: file))
        listener = try ListeningSocket()
        port = listener.port
        acceptConnections()
    }

    deinit {
        stop()
    }

    /// Address of the server, `http://127.0.0.1:port/`.
    public var address: String {
        "http://127.0.0.1:\(port)/"
    }

    public var requests: [ServerRequest] {
        state.withLock { $0.requests }
    }

    /// Sets the faults of the next responses, one each; later responses are correct again.
    public func fail(_ faults: ServerFault...) {
        state.withLock { $0.faults += faults }
    }

    /// Sets the fault of every response for which `fail` has not set one.
    public func alwaysFail(_ fault: ServerFault) {
        state.withLock { $0.everyFault = fault }
    }

    /// Breaks every connection whose request body exceeds this number of bytes; such a request is not counted.
    public func hangUpDuringUploads(after bytes: Int) {
        state.withLock { $0.uploadLimit = bytes }
    }

    /// Serves a file from now on, at one path, or at every path without a file of its own.
    public func serve(_ file: ServedFile, at path: String? = nil) {
        state.withLock { state in
            if let path {
                state.others[path] = file
            } else {
                state.file = file
            }
        }
    }

    /// Sets the texts of the next responses, one each, whatever is requested.
    public func answer(_ texts: String...) {
        state.withLock { $0.nextFiles += texts.map { ServedFile(Array($0.utf8), entityTag: nil) } }
    }

    public func stop() {
        listener.shutDown()
    }

    /// Accepts connections on separate threads. On a dispatch queue, each waiting thread would be one of the few
    /// hundred that queues may use, and a test run opens more servers than that.
    private func acceptConnections() {
        Thread.detachNewThread { [weak self, listener] in
            defer { listener.close() }
            while let descriptor = listener.accept() {
                let connection = ServerConnection(descriptor)
                guard let self else {
                    return
                }
                Thread.detachNewThread { [weak self] in
                    if let self, let request = connection.readRequest(mostBytes: state.withLock({ $0.uploadLimit })) {
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
            let isScripted = !state.nextFiles.isEmpty && (state.faults.first ?? state.everyFault) == .none
            return (
                isScripted ? state.nextFiles.removeFirst() : state.others[request.path] ?? state.file,
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
