/// Commands that a fake service received, for a single reader.
public final class CommandLog<Command: Sendable>: Sendable {
    /// The received commands, each as soon as it arrives.
    public let commands: AsyncStream<Command>
    private let feed: AsyncStream<Command>.Continuation

    public init() {
        (commands, feed) = AsyncStream.makeStream(of: Command.self)
    }

    deinit {
        feed.finish()
    }

    /// Records a command.
    public func yield(_ command: Command) {
        feed.yield(command)
    }
}
