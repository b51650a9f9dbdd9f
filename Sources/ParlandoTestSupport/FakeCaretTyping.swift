public import ParlandoCore
import Synchronization

/// Fake of an input method. A test sends its events and reads the commands that it got.
public final class FakeCaretTyping: CaretTyping {
    /// What the line was asked to do.
    public enum Request: Sendable, Equatable {
        case command(CaretCommand)
        case close
    }

    /// One use of the input method.
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

        /// Ends, as a process that dies.
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

    /// What was asked of the input method.
    public enum Call: Sendable, Equatable {
        case mend, open
    }

    /// Lines as they are opened, for a single reader.
    public let lines: AsyncStream<Line>
    private let door: AsyncStream<Line>.Continuation
    private let log = Mutex<[Call]>([])

    public init() {
        (lines, door) = AsyncStream.makeStream(of: Line.self)
    }

    /// All calls, in their order.
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
