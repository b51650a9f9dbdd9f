/// Delivers a service's events to the main actor, in the order in which they were posted. Posting never waits.
final class Outbox<Event: Sendable>: Sendable {
    private let events: AsyncStream<Event>
    private let input: AsyncStream<Event>.Continuation

    init() {
        (events, input) = AsyncStream.makeStream(of: Event.self)
    }

    deinit {
        input.finish()
    }

    /// Starts to deliver the events to the service's delegate. The service is held weakly. Call once.
    func deliver(through service: some EventSource<Event>) {
        Task { @MainActor [events, weak service] in
            for await event in events {
                service?.report(event)
            }
        }
    }

    /// Posts an event. Can be called from any thread.
    func post(_ event: Event) {
        input.yield(event)
    }
}

/// A service that reports events to a delegate.
protocol EventSource<Event>: AnyObject, Sendable {
    associatedtype Event: Sendable

    /// Passes an event to the delegate.
    @MainActor func report(_ event: Event)
}
