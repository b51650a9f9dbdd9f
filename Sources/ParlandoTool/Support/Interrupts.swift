import Dispatch
import Glibc

/// Delivers SIGINT (Ctrl-C) and SIGTERM as events. Until `stop`, these signals do not end the program.
@MainActor final class Interrupts {
    /// One element for each signal.
    let signals: AsyncStream<Void>

    private let sources: [any DispatchSourceSignal]
    private let heard: AsyncStream<Void>.Continuation

    init() {
        let (signals, heard) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        self.heard = heard
        sources = [SIGINT, SIGTERM].map { number in
            // An ignored signal does not end the program but still triggers the source.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Sendable, because it runs on the queue instead of the main actor.
            source.setEventHandler { @Sendable in heard.yield() }
            source.resume()
            return source
        }
    }

    /// Runs `body` at each signal until the returned task is cancelled.
    func each(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        Task { [signals] in
            for await _ in signals {
                await body()
            }
        }
    }

    /// Restores the default effect of the signals, which is to end the program.
    func stop() {
        sources.forEach { $0.cancel() }
        heard.finish()
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_DFL)
        }
    }
}
