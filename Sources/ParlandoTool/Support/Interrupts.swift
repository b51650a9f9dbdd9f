import Dispatch
import Glibc
import ParlandoSystem

/// Delivers SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal was closed) as events. Until `stop`, these signals do not
/// end the program. SIGHUP stays ignored if it was ignored before, as nohup has it.
@MainActor final class Interrupts {
    /// Number of the first signal, or nil if there was none.
    private(set) var first: Int32?
    /// How many signals there were.
    private(set) var count = 0

    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]
    private let numbers: [Int32]
    private let heard: AsyncStream<Int32>.Continuation

    init() {
        let (signals, heard) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        self.heard = heard
        // An ignored signal does not end the program but still triggers the source.
        _ = Self.ignore(SIGINT)
        _ = Self.ignore(SIGTERM)
        let numbers = [SIGINT, SIGTERM] + (Self.ignore(SIGHUP) ? [] : [SIGHUP])
        self.numbers = numbers
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Sendable, because it runs on the queue instead of the main actor.
            source.setEventHandler { @Sendable in heard.yield(number) }
            source.resume()
            return source
        }
    }

    /// The failure with which an interrupted command ends, or nil if there was no signal.
    var failure: Failure? {
        first.map { Failure(interruptedBy: $0) }
    }

    /// Runs `body` at each signal until `stop`, or until the returned task is cancelled.
    func each(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        Task {
            for await number in signals {
                first = first ?? number
                count += 1
                await body()
            }
        }
    }

    /// Restores the default effect of the signals, which is to end the program.
    func stop() {
        sources.forEach { $0.cancel() }
        heard.finish()
        for number in numbers {
            signal(number, SIG_DFL)
        }
    }

    /// Ignores a signal. Returns whether it was ignored before.
    private static func ignore(_ number: Int32) -> Bool {
        let former = signal(number, SIG_IGN)
        return withUnsafeBytes(of: former) { former in
            withUnsafeBytes(of: SIG_IGN) { former.elementsEqual($0) }
        }
    }
}

extension Interrupts {
    /// Runs work whose task the first signal cancels. The work then ends early, with what is there; a second signal
    /// does not wait for that. After a signal, throws the failure of an interrupted command.
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
        if let interruption = interrupts.failure {
            failure?.report()
            throw interruption
        }
        if let failure {
            throw failure
        }
    }

    /// Returns the result of work that cannot end early. If the task is cancelled, the work is left alone, because the
    /// program ends soon.
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
