/// Port: reports low memory.
public protocol MemoryPressure: Sendable {
    /// Returns a stream with an element each time memory becomes low. Ends at once if the system does not report it.
    func warnings() -> AsyncStream<Void>
}
