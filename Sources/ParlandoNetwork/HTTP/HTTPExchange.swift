import ParlandoCore
import Synchronization

/// State of one request, shared by the thread that transfers it and the task that waits for the response.
final class HTTPExchange: Sendable {
    /// In bytes; then the server has to wait for a slow reader.
    private static let capacity = 1 << 20
    private static let noHead = HTTPError(.badAnswer, detail: "no head")

    private typealias Waiter<Value> = CheckedContinuation<Result<Value, HTTPError>, Never>

    private struct State {
        var head: HTTPHead?
        var bytes: [UInt8] = []
        var outcome: Result<Void, HTTPError>?
        var isPaused = false
        var headWaiter: Waiter<HTTPHead>?
        var bodyWaiter: Waiter<[UInt8]?>?
        var transfer: CurlTransfer?
    }

    private let state = Mutex(State())

    // MARK: Called by the waiting task

    func head() async throws(HTTPError) -> HTTPHead {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ready = state.withLock { state -> Result<HTTPHead, HTTPError>? in
                    if let head = state.head {
                        return .success(head)
                    }
                    if let outcome = state.outcome {
                        // A transfer may succeed without a head: HTTP/0.9 has none.
                        return outcome.flatMap { .failure(Self.noHead) }
                    }
                    state.headWaiter = waiter
                    return nil
                }
                if let ready {
                    waiter.resume(returning: ready)
                }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Returns nil if the body is complete.
    func nextBytes(isolation: isolated (any Actor)? = #isolation) async throws(HTTPError) -> [UInt8]? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if let ready = takeBytes(orLeave: waiter) {
                    waiter.resume(returning: ready)
                }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Ends the transfer. Bytes that were not read are discarded.
    func cancel() {
        finish(.failure(HTTPError(.cancelled)))
    }

    // MARK: Called on the transfer's thread

    var isOver: Bool {
        state.withLock { $0.outcome != nil }
    }

    /// The reference is kept only until the exchange is over, because the transfer also keeps one to the exchange.
    func attach(_ transfer: CurlTransfer) {
        state.withLock { state in
            if state.outcome == nil {
                state.transfer = transfer
            }
        }
    }

    func deliver(_ head: HTTPHead) {
        let waiter = state.withLock { state in
            state.head = head
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: .success(head))
    }

    /// Returns false if nothing was taken; try again once `takesUpAgain` returns true.
    func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let waiter = state.withLock { state -> Waiter<[UInt8]?>?? in
            guard state.bytes.isEmpty || state.bytes.count + bytes.count <= Self.capacity else {
                state.isPaused = true
                return nil
            }
            guard let waiter = state.bodyWaiter else {
                state.bytes.append(contentsOf: bytes)
                return .some(nil)
            }
            state.bodyWaiter = nil
            return waiter
        }
        waiter??.resume(returning: .success([UInt8](bytes)))
        return waiter != nil
    }

    /// Returns true once for each pause that is over.
    func takesUpAgain() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else {
                return false
            }
            state.isPaused = false
            return true
        }
    }

    /// Only the first call has an effect.
    func finish(_ outcome: Result<Void, HTTPError>) {
        let waiters = state.withLock { state -> (head: Waiter<HTTPHead>?, body: Waiter<[UInt8]?>?)? in
            guard state.outcome == nil else {
                return nil
            }
            state.outcome = outcome
            state.transfer?.wake()
            state.transfer = nil
            defer {
                state.headWaiter = nil
                state.bodyWaiter = nil
            }
            return (state.headWaiter, state.bodyWaiter)
        }
        waiters?.head?.resume(returning: outcome.flatMap { .failure(Self.noHead) })
        waiters?.body?.resume(returning: outcome.map { nil })
    }

    private func takeBytes(orLeave waiter: Waiter<[UInt8]?>) -> Result<[UInt8]?, HTTPError>? {
        state.withLock { state in
            if case .failure(let error) = state.outcome, error.kind == .cancelled {
                return .failure(error)
            }
            guard state.bytes.isEmpty else {
                defer { state.bytes = [] }
                if state.isPaused {
                    state.transfer?.wake()
                }
                return .success(state.bytes)
            }
            if let outcome = state.outcome {
                return outcome.map { nil }
            }
            state.bodyWaiter = waiter
            return nil
        }
    }
}
