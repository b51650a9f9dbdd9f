import ParlandoCore
import Synchronization

/// Transfer whose thread sleeps while nothing happens on the connection, and can be woken.
protocol WakeableTransfer: AnyObject, Sendable {
    /// Wakes the thread of a transfer, so that it checks whether the transfer was cancelled or can continue.
    /// Thread-safe.
    func wake()
}

/// State of one request, shared by the thread that transfers it and the task that waits for the response.
///
/// Cancelling the waiting task ends the wait at once; the thread stops as soon as it can.
final class HTTPExchange: Sendable {
    /// Maximum number of bytes to buffer for a slow reader before the server has to wait.
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
        var transfer: (any WakeableTransfer)?
    }

    private let state = Mutex(State())

    // MARK: Called by the waiting task

    /// Waits for the head of the response.
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

    /// Waits for the next bytes of the body. Returns nil if the body is complete.
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

    /// Ends the transfer if it is not over. Bytes that have arrived but were not read are discarded.
    func cancel() {
        finish(.failure(HTTPError(.cancelled)))
    }

    // MARK: Called on the transfer's thread

    /// Whether the transfer has ended or was cancelled.
    var isOver: Bool {
        state.withLock { $0.outcome != nil }
    }

    /// Sets the transfer to wake on cancellation, or when the buffer has room again. The exchange keeps a reference to
    /// the transfer only until the exchange is over, because the transfer also keeps one to the exchange.
    func attach(_ transfer: any WakeableTransfer) {
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

    /// Delivers bytes to the reader. Returns false if the buffer is full and nothing was taken; try again once
    /// `takesUpAgain` returns true.
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

    /// Returns whether a paused transfer should continue. Returns true once for each pause.
    func takesUpAgain() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else {
                return false
            }
            state.isPaused = false
            return true
        }
    }

    /// Ends the exchange with an outcome. Only the first call has an effect.
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
