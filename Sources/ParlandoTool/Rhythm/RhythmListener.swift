import ParlandoCore
import ParlandoServices

/// Hears what a rhythm service reports, for a command that waits for it.
@MainActor final class RhythmListener: RhythmServiceDelegate {
    /// In the order in which they happened. For one reader.
    let events: AsyncStream<RhythmEvent>
    private let input: AsyncStream<RhythmEvent>.Continuation

    init() {
        (events, input) = AsyncStream.makeStream(of: RhythmEvent.self)
    }

    func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent) {
        input.yield(event)
    }
}
