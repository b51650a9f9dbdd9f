/// Delivers a service's events to the main actor, in the order in which they were posted. Posting never waits.
final class Outbox<Event: Sendable>: Sendable {
    private let events: AsyncStream<Event>
    private let input: AsyncStream<Event>.Continuation
    private let copy: (@Sendable (Event) -> Void)?

    /// - Parameter copy: called with each event as it is posted; must return at once.
    init(copy: (@Sendable (Event) -> Void)? = nil) {
        self.copy = copy
        (events, input) = AsyncStream.makeStream(of: Event.self)
    }

    deinit {
        input.finish()
    }

    /// Call once. The service is held weakly.
    func deliver(through service: some EventSource<Event>) {
        Task { @MainActor [events, weak service] in
            for await event in events {
                service?.report(event)
            }
        }
    }

    /// Can be called from any thread.
    func post(_ event: Event) {
        copy?(event)
        input.yield(event)
    }
}

/// A service that passes events to a delegate.
protocol EventSource<Event>: AnyObject, Sendable {
    associatedtype Event: Sendable

    @MainActor func report(_ event: Event)
}
