/// Port: whether the system runs out of memory.
public protocol MemoryPressure: Sendable {
    /// An element each time memory is short. Ends at once where the system does not tell.
    func warnings() -> AsyncStream<Void>
}
