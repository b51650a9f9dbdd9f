/// Carries a service's events to the main actor, in the order in which they were posted. Posting never waits.
final class Outbox<Event: Sendable>: Sendable {
    private let events: AsyncStream<Event>
    private let input: AsyncStream<Event>.Continuation

    init() {
        (events, input) = AsyncStream.makeStream(of: Event.self)
    }

    deinit {
        input.finish()
    }

    /// Hands the events to the service's delegate from now on. The service is held weakly. Call once.
    func deliver(through service: some EventSource<Event>) {
        Task { @MainActor [events, weak service] in
            for await event in events {
                service?.report(event)
            }
        }
    }

    /// Posts an event; from any thread.
    func post(_ event: Event) {
        input.yield(event)
    }
}

/// A service whose delegate hears of events.
protocol EventSource<Event>: AnyObject, Sendable {
    associatedtype Event: Sendable

    /// Tells the delegate of an event.
    @MainActor func report(_ event: Event)
}
