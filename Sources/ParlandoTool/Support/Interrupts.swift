import Dispatch
import Glibc

/// Ctrl-C and the request to end, as news instead of a sudden end. As long as it lives, neither ends the program.
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
            // A signal that is ignored does not end the program, but is still told to the source.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Sendable, because it runs on the queue and not on the main actor.
            source.setEventHandler { @Sendable in heard.yield() }
            source.resume()
            return source
        }
    }

    /// Lets the signals end the program again.
    func stop() {
        sources.forEach { $0.cancel() }
        heard.finish()
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_DFL)
        }
    }
}
