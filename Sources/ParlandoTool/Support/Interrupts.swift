import Dispatch
import Glibc
import ParlandoSystem

/// Delivers SIGINT (Ctrl-C), SIGTERM and SIGHUP as events. Until `stop` they do not end the program. SIGHUP stays
/// ignored if it was ignored before, as by nohup.
@MainActor final class Interrupts {
    /// The first signal.
    private(set) var first: Int32?
    private(set) var count = 0

    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]
    private let numbers: [Int32]
    private let heard: AsyncStream<Int32>.Continuation

    init() {
        let (signals, heard) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        self.heard = heard
        // An ignored signal still triggers the source.
        _ = Self.ignore(SIGINT)
        _ = Self.ignore(SIGTERM)
        let numbers = [SIGINT, SIGTERM] + (Self.ignore(SIGHUP) ? [] : [SIGHUP])
        self.numbers = numbers
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Sendable, because it runs on the queue, not the main actor.
            source.setEventHandler { @Sendable in heard.yield(number) }
            source.resume()
            return source
        }
    }

    /// How an interrupted command ends; nil if there was no signal.
    var failure: Failure? {
        first.map { Failure(interruptedBy: $0) }
    }

    /// Runs `body` at each signal until `stop`, or until the task is canceled.
    func each(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        Task {
            for await number in signals {
                first = first ?? number
                count += 1
                await body()
            }
        }
    }

    /// Throws the interruption, if there was one, and tells the failure; else throws the failure.
    func conclude(_ failure: Failure?) throws(Failure) {
        if let interruption = self.failure {
            failure?.report()
            throw interruption
        }
        if let failure {
            throw failure
        }
    }

    /// The signals end the program again.
    func stop() {
        sources.forEach { $0.cancel() }
        heard.finish()
        for number in numbers {
            signal(number, SIG_DFL)
        }
    }

    /// Returns whether the signal was ignored before.
    private static func ignore(_ number: Int32) -> Bool {
        let former = signal(number, SIG_IGN)
        return withUnsafeBytes(of: former) { former in
            withUnsafeBytes(of: SIG_IGN) { former.elementsEqual($0) }
        }
    }
}

extension Interrupts {
    /// The first signal cancels the task of `work`, which then ends early with what is there; a second one does not
    /// wait for that. Throws the failure of an interrupted command.
    static func cutting(_ work: @escaping @Sendable () async throws(Failure) -> Void) async throws(Failure) {
        let interrupts = Interrupts()
        let task = Task.detached { () async -> Failure? in
            do throws(Failure) {
                try await work()
                return nil
            } catch {
                return error
            }
        }
        let watch = interrupts.each {
            if interrupts.count > 1, let interruption = interrupts.failure {
                ProcessEnd.leave(interruption.code.rawValue)
            }
            task.cancel()
        }
        let failure = await task.value
        interrupts.stop()
        await watch.value
        try interrupts.conclude(failure)
    }

    /// For work that cannot end early. If the task is canceled, it is left alone, because the program ends soon.
    nonisolated static func leaving<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (results, door) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
        Task {
            do throws(Failure) {
                door.yield(.success(try await work()))
            } catch {
                door.yield(.failure(error))
            }
        }
        for await result in results {
            return try result.get()
        }
        throw Failure(.interrupted, "")
    }
}
