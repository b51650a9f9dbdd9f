import ParlandoCore
import ParlandoServices

/// Delegate that passes the events of a rhythm service to a command as a stream.
@MainActor final class RhythmListener: RhythmServiceDelegate {
    /// Events in order, for a single reader.
    let events: AsyncStream<RhythmEvent>
    private let input: AsyncStream<RhythmEvent>.Continuation

    init() {
        (events, input) = AsyncStream.makeStream(of: RhythmEvent.self)
    }

    func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent) {
        input.yield(event)
    }
}
