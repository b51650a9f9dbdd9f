import Synchronization

/// A transfer that sleeps until something happens on its connection.
protocol WakeableTransfer: AnyObject, Sendable {
    /// Makes it look at its exchange now. Called on any thread.
    func wake()
}

/// What passes between the thread of a transfer and the task that waits for its answer.
///
/// Cancelling the waiting task ends the wait at once; the thread follows as soon as it can.
final class HTTPExchange: Sendable {
    /// Bytes kept for a slow reader before the server has to wait.
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

    // MARK: For the task

    /// Waits for the head of the answer.
    func head() async throws(HTTPError) -> HTTPHead {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ready = state.withLock { state -> Result<HTTPHead, HTTPError>? in
                    if let head = state.head {
                        return .success(head)
                    }
                    if let outcome = state.outcome {
                        // It may be over, and well, without a head: the oldest form of HTTP has none.
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

    /// Waits for the next bytes of the body, nil: it is whole.
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

    /// Ends the transfer, unless it is over. What has arrived and was not read is given up.
    func cancel() {
        finish(.failure(HTTPError(.cancelled)))
    }

    // MARK: For the thread

    /// Whether nobody waits for the transfer any more.
    var isOver: Bool {
        state.withLock { $0.outcome != nil }
    }

    /// The transfer to be woken on a cancel, or when there is room again. Held until the exchange is over, and not at all
    /// if it is over already: the transfer holds the exchange.
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

    /// Hands bytes over. False: there is no room, nothing was taken; try again after `takesUpAgain`.
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

    /// Whether a paused transfer should go on; true once for each pause.
    func takesUpAgain() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else {
                return false
            }
            state.isPaused = false
            return true
        }
    }

    /// Says how the transfer ended. Only the first word counts.
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
