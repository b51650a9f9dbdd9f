import CIBusShim
import Glibc
import ParlandoCore

/// IBus, as Parlando's engine uses it: all on the main thread, in the loop of `run`.
@MainActor enum InputMethod {
    enum Event {
        case connected, disconnected
        case chosen(Bool)
        case changed(String)
        case focused(path: String?, client: String?)
        case blurred(path: String?)
        case purpose(UInt32)
        case capabilities(UInt32)
        case surroundings(String, caret: Int)
        case reset
        case line(String)
        /// The program has ended, or asks this process to end.
        case end
        case waited(UInt32)
    }

    fileprivate static var receive: (Event) -> Void = { _ in }

    /// Returns whether IBus is running.
    static func begin(_ receive: @escaping (Event) -> Void) -> Bool {
        self.receive = receive
        var events = parlando_input_events(
            connected: { tell(.connected) },
            disconnected: { tell(.disconnected) },
            chosen: { tell(.chosen($0)) },
            changed: { tell(.changed(String(cString: $0))) },
            focused: { tell(.focused(path: text($0), client: text($1))) },
            blurred: { tell(.blurred(path: text($0))) },
            purpose: { tell(.purpose($0)) },
            capabilities: { tell(.capabilities($0)) },
            surroundings: { tell(.surroundings(String(cString: $0), caret: Int(min($1, $2)))) },
            reset: { tell(.reset) },
            line: { tell(text($0).map(Event.line) ?? .end) },
            terminated: { tell(.end) },
            waited: { tell(.waited($0)) })
        return parlando_input_begin(&events)
    }

    static var isConnected: Bool {
        parlando_input_is_connected()
    }

    static func run() {
        parlando_input_run()
    }

    static func quit() {
        parlando_input_quit()
    }

    static func wait(_ milliseconds: UInt32, token: UInt32) {
        parlando_input_wait(milliseconds, token)
    }

    static func offer(_ engine: String) -> Bool {
        parlando_input_offer(engine, "Parlando")
    }

    static func choose(_ engine: String) {
        parlando_input_choose(engine)
    }

    /// Disconnects, then makes IBus use another engine in all applications, and returns whether it does. Call nothing
    /// afterwards.
    static func leave(restoring engine: String) -> Bool {
        parlando_input_leave(engine)
    }

    /// The engine that IBus uses in all applications.
    static var engine: String? {
        take(parlando_input_engine())
    }

    /// Path of the input context with the focus.
    static var focused: String? {
        take(parlando_input_focused())
    }

    static func show(_ text: String) {
        parlando_input_show(text)
    }

    /// Returns whether the text was sent to IBus.
    static func commit(_ text: String) -> Bool {
        parlando_input_commit(text)
    }

    /// Deletes a text that stands before the caret. Returns whether it does, and that was sent to IBus.
    static func erase(_ text: String) -> Bool {
        parlando_input_erase(text)
    }

    /// Asks for the text around the caret.
    static func ask() {
        parlando_input_ask()
    }

    private static func take(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(pointer) }
        return pointer.map { String(cString: $0) }
    }
}

// A C function pointer can only be code that captures nothing, not even a type.

private func tell(_ event: InputMethod.Event) {
    MainActor.assumeIsolated { InputMethod.receive(event) }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}
