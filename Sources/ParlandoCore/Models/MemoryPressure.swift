/// Port: reports low memory.
public protocol MemoryPressure: Sendable {
    /// Returns a stream with an element each time memory becomes low. The stream ends at once if the system does not
    /// report low memory.
    func warnings() -> AsyncStream<Void>
}
