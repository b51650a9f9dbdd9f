import CIBusShim
import Glibc
import ParlandoCore

/// Swift interface to the functions of IBus that Parlando's engine uses.
///
/// Everything happens on the main thread, in the loop of `run`.
@MainActor enum InputMethod {
    /// Events of IBus and of the program that started this process.
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
        /// The program that started this process has ended, or asks this process to end.
        case end
        case waited(UInt32)
    }

    /// Function that receives all events, set by `begin`.
    fileprivate static var receive: (Event) -> Void = { _ in }

    /// Connects to IBus and starts to receive events. Returns whether IBus is running.
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

    /// Whether this process is connected to IBus.
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

    /// Disconnects from IBus, then makes IBus use an engine in all applications. Returns whether IBus uses that engine
    /// then. No other function may be called afterwards.
    static func leave(restoring engine: String) -> Bool {
        parlando_input_leave(engine)
    }

    /// Name of the engine that IBus uses in all applications, or nil if there is none.
    static var engine: String? {
        take(parlando_input_engine())
    }

    /// Path of IBus's input context with the focus, or nil if there is none.
    static var focused: String? {
        take(parlando_input_focused())
    }

    static func show(_ text: String) {
        parlando_input_show(text)
    }

    /// Inserts text at the caret. Returns whether the text was sent to IBus.
    static func commit(_ text: String) -> Bool {
        parlando_input_commit(text)
    }

    /// Asks the application for the text around the caret.
    static func ask() {
        parlando_input_ask()
    }

    private static func take(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(pointer) }
        return pointer.map { String(cString: $0) }
    }
}

// C functions can point only to code that captures nothing, not even a type.

private func tell(_ event: InputMethod.Event) {
    MainActor.assumeIsolated { InputMethod.receive(event) }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}
