public import ParlandoCore
import Synchronization

/// Fake of an input method. A test sends the input method's events and reads the commands that were sent to it.
public final class FakeCaretTyping: CaretTyping {
    /// Request that arrived on a connection to the input method.
    public enum Request: Sendable, Equatable {
        case command(CaretCommand)
        case close
        /// The events were no longer read although they had not ended.
        case abandoned
    }

    /// Connection to the input method while it is in use.
    public final class Line: CaretLine {
        public let events: AsyncStream<CaretEvent>
        /// Requests as they arrive, for a single reader.
        public let requests: AsyncStream<Request>
        private let door: AsyncStream<CaretEvent>.Continuation
        private let log: AsyncStream<Request>.Continuation
        private let endsAtOnce: Bool
        private let isDeaf = Mutex(false)

        init(endsAtOnce: Bool) {
            self.endsAtOnce = endsAtOnce
            (events, door) = AsyncStream.makeStream(of: CaretEvent.self)
            (requests, log) = AsyncStream.makeStream(of: Request.self)
            door.onTermination = { [log] reason in
                if case .cancelled = reason {
                    log.yield(.abandoned)
                }
            }
        }

        public func tell(_ event: CaretEvent) {
            door.yield(event)
        }

        /// Ends the events and the requests, as if the process of the input method had ended or died.
        public func die() {
            door.finish()
            log.finish()
        }

        /// Makes it impossible to send further commands, as if the process of the input method had died or were hung.
        public func deafen() {
            isDeaf.withLock { $0 = true }
        }

        public func send(_ command: CaretCommand) -> Bool {
            guard !isDeaf.withLock(\.self) else {
                return false
            }
            log.yield(.command(command))
            return true
        }

        public func close() {
            log.yield(.close)
            if endsAtOnce {
                die()
            }
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
    private let reason: CaretObstacle?
    private let endsAtOnce: Bool

    /// - Parameters:
    ///   - obstacle: reason why text cannot be written, or nil if it can.
    ///   - endsAtOnce: whether an input method ends as soon as its connection is closed; otherwise it ends with `die`.
    public init(_ obstacle: CaretObstacle? = nil, endsAtOnce: Bool = true) {
        reason = obstacle
        self.endsAtOnce = endsAtOnce
        (lines, door) = AsyncStream.makeStream(of: Line.self)
    }

    public var calls: [Call] { log.withLock { $0 } }

    public func obstacle() async -> CaretObstacle? {
        reason
    }

    public func open() -> any CaretLine {
        log.withLock { $0.append(.open) }
        let line = Line(endsAtOnce: endsAtOnce)
        door.yield(line)
        return line
    }

    public func mend() async {
        log.withLock { $0.append(.mend) }
    }
}

/// Fake for typing into other applications. It presses no keys, and a test decides whether it is available and whether
/// it fails. Thread-safe.
public final class FakeTyping: DesktopTyping {
    private struct State {
        var isOffered: Bool
        var error: DesktopTypingError?
        var pastes = 0
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    /// One element for each press of Paste. For a single reader.
    public let presses: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    public init(isOffered: Bool = false, error: DesktopTypingError? = nil) {
        (presses, bell) = AsyncStream.makeStream(of: Void.self)
        state = Mutex(State(isOffered: isOffered, error: error))
    }

    public var pastes: Int {
        state.withLock { $0.pastes }
    }

    public func isOffered() async -> Bool {
        state.withLock { $0.isOffered }
    }

    public func pressPaste() async throws(DesktopTypingError) {
        if let error = state.withLock({ $0.error }) {
            throw error
        }
        await withCheckedContinuation { press in
            let isHeld = state.withLock { state in
                state.pastes += 1
                if state.isHeld {
                    state.held.append(press)
                }
                return state.isHeld
            }
            if !isHeld {
                press.resume()
            }
            bell.yield()
        }
    }

    /// Makes each press last until `letGo`.
    public func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Ends the press that has lasted longest.
    public func letGo() {
        state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }?.resume()
    }
}

/// Fake of the desktop's global shortcuts. A test reports events with `tell`.
public final class FakeGlobalShortcuts: GlobalShortcuts {
    private struct State {
        var isOffered = true
        var answer: Result<[GlobalShortcut: String], DesktopTypingError> = .success([:])
        var binds = 0
        var configurations = 0
    }

    private let state = Mutex(State())
    private let door: AsyncStream<GlobalShortcutEvent>.Continuation
    public let events: AsyncStream<GlobalShortcutEvent>

    public init() {
        (events, door) = AsyncStream.makeStream(of: GlobalShortcutEvent.self)
    }

    public var binds: Int { state.withLock { $0.binds } }
    public var configurations: Int { state.withLock { $0.configurations } }

    /// Sets whether the desktop offers shortcuts, and the result of the following calls to `bind` and `configure`.
    public func set(isOffered: Bool = true, _ answer: Result<[GlobalShortcut: String], DesktopTypingError>) {
        state.withLock { state in
            state.isOffered = isOffered
            state.answer = answer
        }
    }

    public func tell(_ event: GlobalShortcutEvent) {
        door.yield(event)
    }

    public func isOffered() async -> Bool {
        state.withLock { $0.isOffered }
    }

    public func bind(
        _ titles: [GlobalShortcut: String]
    ) async throws(DesktopTypingError) -> [GlobalShortcut: String] {
        let answer = state.withLock { state in
            state.binds += 1
            return state.answer
        }
        return try answer.get()
    }

    public func configure(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError) {
        let answer = state.withLock { state in
            state.configurations += 1
            return state.answer
        }
        _ = try answer.get()
    }
}
