public import ParlandoCore
import Synchronization

/// Fake of an input method. A test sends the input method's events and reads the commands that were sent to it.
public final class FakeCaretTyping: CaretTyping {
    /// Request that arrived on a connection to the input method.
    public enum Request: Sendable, Equatable {
        case command(CaretCommand)
        case close
    }

    /// Connection to the input method while it is in use.
    public final class Line: CaretLine {
        public let events: AsyncStream<CaretEvent>
        /// Requests as they arrive, for a single reader.
        public let requests: AsyncStream<Request>
        private let door: AsyncStream<CaretEvent>.Continuation
        private let log: AsyncStream<Request>.Continuation

        init() {
            (events, door) = AsyncStream.makeStream(of: CaretEvent.self)
            (requests, log) = AsyncStream.makeStream(of: Request.self)
        }

        /// Reports an event.
        public func tell(_ event: CaretEvent) {
            door.yield(event)
        }

        /// Ends the events, as if the process of the input method had died.
        public func die() {
            door.finish()
        }

        public func send(_ command: CaretCommand) {
            log.yield(.command(command))
        }

        public func close() {
            log.yield(.close)
            door.finish()
        }
    }

    /// Call that the fake received.
    public enum Call: Sendable, Equatable {
        case mend, open
    }

    /// Connections as they are opened, for a single reader.
    public let lines: AsyncStream<Line>
    private let door: AsyncStream<Line>.Continuation
    private let log = Mutex<[Call]>([])

    public init() {
        (lines, door) = AsyncStream.makeStream(of: Line.self)
    }

    /// All calls, in order.
    public var calls: [Call] { log.withLock { $0 } }

    public func obstacle() async -> CaretObstacle? {
        nil
    }

    public func open() -> any CaretLine {
        log.withLock { $0.append(.open) }
        let line = Line()
        door.yield(line)
        return line
    }

    public func mend() async {
        log.withLock { $0.append(.mend) }
    }
}
