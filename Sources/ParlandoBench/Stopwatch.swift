import ParlandoCore
import ParlandoServices

/// Notes when something is first told of an exchange.
@MainActor final class Stopwatch: InterpreterDelegate {
    private(set) var firstLetter: ContinuousClock.Instant?
    private(set) var whole: ContinuousClock.Instant?
    private(set) var firstSound: ContinuousClock.Instant?
    private(set) var failure: InterpreterFailure?
    private var ended: CheckedContinuation<Void, Never>?

    /// Does the work and returns when the interpreter is idle again.
    func measure(_ work: () async -> Void) async {
        (firstLetter, whole, firstSound, failure) = (nil, nil, nil, nil)
        await work()
        await withCheckedContinuation { ended = $0 }
    }

    func interpreter(_ interpreter: any Interpreting, didEnter stage: InterpreterStage) {
        if stage == .idle {
            ended?.resume()
            ended = nil
        }
    }

    func interpreter(_ interpreter: any Interpreting, didAdvance exchange: Exchange) {
        if !exchange.translation.revealed.isEmpty {
            firstLetter = firstLetter ?? .now
        }
        if exchange.isWhole {
            whole = whole ?? .now
        }
    }

    func interpreter(_ interpreter: any Interpreting, didMeasure level: Double) {}

    func interpreter(
        _ interpreter: any Interpreting, didPlay exchange: Exchange.ID, seconds: Double, of total: Double?
    ) {
        if seconds > 0 {
            // What is told now was heard so long ago.
            firstSound = firstSound ?? .now - .seconds(seconds)
        }
    }

    func interpreter(_ interpreter: any Interpreting, didNotice notice: InterpreterNotice) {}

    func interpreter(
        _ interpreter: any Interpreting, didFailIn stage: InterpreterStage, of exchange: Exchange.ID?,
        with failure: InterpreterFailure
    ) {
        self.failure = failure
    }
}
