import ParlandoCore
import ParlandoServices

/// Records the times at which the translator first reports a letter, the whole translation and sound of an exchange (a
/// text with its translation).
@MainActor final class Stopwatch: TranslatorServiceDelegate {
    private(set) var firstLetter: ContinuousClock.Instant?
    private(set) var whole: ContinuousClock.Instant?
    private(set) var firstSound: ContinuousClock.Instant?
    private(set) var failure: TranslatorFailure?
    private var ended: CheckedContinuation<Void, Never>?

    /// Does some work with a translator service, and returns once the service is idle again. The properties then hold
    /// the times and the failure of this work.
    func measure(_ work: () async -> Void) async {
        (firstLetter, whole, firstSound, failure) = (nil, nil, nil, nil)
        await work()
        await withCheckedContinuation { ended = $0 }
    }

    func translatorService(_ service: TranslatorService, didReport event: TranslatorEvent) {
        switch event {
        case .stage(.idle):
            ended?.resume()
            ended = nil
        case .exchange(let exchange):
            note(exchange)
        case .played(_, let seconds, _) where seconds > 0:
            // This many seconds of sound have already been heard.
            firstSound = firstSound ?? .now - .seconds(seconds)
        case .failure(_, _, let failure):
            self.failure = failure
        case .stage, .level, .played, .notice, .sound, .waiting, .discarded, .stopped:
            break
        }
    }

    private func note(_ exchange: Exchange) {
        if !exchange.translation.revealed.isEmpty {
            firstLetter = firstLetter ?? .now
        }
        if exchange.isWhole {
            whole = whole ?? .now
        }
    }
}
