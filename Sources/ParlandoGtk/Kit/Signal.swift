import CGtk
import CGtkShim

/// Keeps a Swift closure alive for exactly as long as GTK keeps the signal handler.
private final class Handler<Body> {
    let body: Body

    init(_ body: Body) {
        self.body = body
    }

    /// Returns a pointer that owns the handler until it is passed to `release`.
    func retained() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    static func body(_ context: UnsafeMutableRawPointer) -> Body {
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().body
    }
}

private typealias Plain = @MainActor () -> Void
private typealias Number = @MainActor (Int32) -> Void
private typealias Bytes = @MainActor (UnsafeRawBufferPointer) -> Void
private typealias Ready = @MainActor (Bool) -> Bool
private typealias Press = @MainActor (Double, Double) -> Void
private typealias Close = @MainActor () -> Bool
private typealias Options = @MainActor (UnsafeMutablePointer<GVariantDict>) -> Int32
private typealias Method = @MainActor (String) -> Void
private typealias Programs = @MainActor ([String]) -> Void
private typealias Event = @MainActor (OpaquePointer) -> Bool
private typealias Draw = @MainActor (OpaquePointer, Double, Double) -> Void
private typealias Files = @MainActor (FileList) -> Void
private typealias Tick = @MainActor (Int64) -> Bool

private let release: parlando_release = { context in
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

/// Runs `body` on the main actor with the values that C passed, and returns its result.
private func onMain<Carried, Answer: Sendable>(_ carried: Carried, _ body: @MainActor (Carried) -> Answer) -> Answer {
    // GTK calls handlers only on the main thread, so their pointers never cross threads.
    nonisolated(unsafe) let carried = carried
    return MainActor.assumeIsolated { body(carried) }
}

// Each function passes C a closure that captures nothing, because only such a closure can be a C function pointer.
extension Reference {
    /// Runs `body` whenever the signal fires. `body` must capture its owner weakly.
    func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        let handler = Handler<Plain>(body).retained()
        parlando_connect(pointer, signal, handler, { onMain($0) { Handler<Plain>.body($0)() } }, release)
    }

    /// Runs `body` with the number that the signal carries, whenever it fires.
    func connectNumber(_ signal: String, _ body: @escaping @MainActor (Int32) -> Void) {
        let handler = Handler<Number>(body).retained()
        parlando_connect_number(
            pointer, signal, handler, { context, number in onMain(context) { Handler<Number>.body($0)(number) } },
            release)
    }

    /// Runs `body` with the bytes that the signal carries. The pointer is valid only until `body` returns.
    func connectBytes(_ signal: String, _ body: @escaping @MainActor (UnsafeRawBufferPointer) -> Void) {
        let handler = Handler<Bytes>(body).retained()
        parlando_connect_bytes(
            pointer, signal, handler,
            { context, bytes, count in
                onMain((context, UnsafeRawBufferPointer(start: bytes, count: Int(count)))) { context, bytes in
                    Handler<Bytes>.body(context)(bytes)
                }
            }, release)
    }

    /// Runs `body` when the window is asked to close. `body` returns whether the window may close.
    func connectClose(_ body: @escaping @MainActor () -> Bool) {
        let handler = Handler<Close>(body).retained()
        parlando_connect_close(pointer, handler, { onMain($0) { Handler<Close>.body($0)() } }, release)
    }

    /// Runs `body` with the command-line options. `body` returns an exit code, or -1 to continue starting.
    func connectOptions(_ body: @escaping @MainActor (UnsafeMutablePointer<GVariantDict>) -> Int32) {
        let handler = Handler<Options>(body).retained()
        parlando_connect_options(
            cast(), handler, { onMain(($0, $1)) { context, options in Handler<Options>.body(context)(options) } },
            release)
    }

    /// Runs `body` with the files that the desktop or the command line passes to the application.
    func connectOpen(_ body: @escaping @MainActor (FileList) -> Void) {
        let handler = Handler<Files>(body).retained()
        parlando_connect_open(
            cast(), handler,
            { context, files, count in
                onMain((context, files, count)) { Handler<Files>.body($0)(FileList($1, count: Int($2))) }
            }, release)
    }
}

extension Reference {
    /// Exports the control interface of an application on the session bus, and runs `body` with the name of each
    /// command that is called. Does nothing without a bus.
    ///
    /// - Parameters:
    ///   - state: initial value of the interface's property `State`.
    ///   - listeners: gets the names of the programs that have subscribed to the text, whenever they change.
    func exportControl(
        state: String, listeners: @escaping @MainActor ([String]) -> Void, _ body: @escaping @MainActor (String) -> Void
    ) {
        let handler = Handler<Method>(body).retained()
        let isExported = parlando_control_export(
            cast(), state, handler,
            { context, method in
                onMain((context, String(cString: method))) { context, method in Handler<Method>.body(context)(method) }
            }, release)
        guard isExported else {
            return
        }
        parlando_control_watch(
            Handler<Programs>(listeners).retained(),
            { context, programs, count in
                let names = UnsafeBufferPointer(start: programs, count: Int(count)).map { String(cString: $0) }
                onMain((context, names)) { context, names in Handler<Programs>.body(context)(names) }
            }, release)
    }
}

extension Widget {
    /// Runs `body` when a mouse button is pressed on the widget, before the widget receives the press. `body` gets the
    /// position in the widget and whether Ctrl was held; it returns true to claim the press.
    func onPress(button: Int, _ body: @escaping @MainActor (Double, Double, Bool) -> Bool) {
        guard let gesture = gtk_gesture_click_new() else {
            return
        }
        gtk_gesture_single_set_button(gesture, guint(button))
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        // The gesture owns the handler, so the handler never outlives it.
        let handler = Handler<Press> { x, y in
            let held = gtk_event_controller_get_current_event_state(gesture).rawValue
            if body(x, y, held & GDK_CONTROL_MASK.rawValue != 0) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }.retained()
        parlando_connect_press(
            gesture, handler, { context, x, y in onMain(context) { Handler<Press>.body($0)(x, y) } }, release)
        gtk_widget_add_controller(widget, gesture)
    }

    /// Runs `body` with every event in the given propagation phase: on its way down to the target widget, or back up
    /// from it. If `body` returns true, the event goes no further.
    func onEvent(_ phase: GtkPropagationPhase, _ body: @escaping @MainActor (OpaquePointer) -> Bool) {
        guard let controller = gtk_event_controller_legacy_new() else {
            return
        }
        gtk_event_controller_set_propagation_phase(controller, phase)
        let handler = Handler<Event>(body).retained()
        parlando_connect_event(
            controller, handler, { context, event in onMain((context, event)) { Handler<Event>.body($0)($1) } },
            release)
        gtk_widget_add_controller(widget, controller)
    }

    /// Runs `body` with files that are dropped on the widget. Returns the drop target.
    func onDrop(_ body: @escaping @MainActor (FileList) -> Void) -> Reference {
        let handler = Handler<Files>(body).retained()
        let target = Reference(
            parlando_file_drop(
                handler,
                { context, files, count in
                    onMain((context, files, count)) { Handler<Files>.body($0)(FileList($1, count: Int($2))) }
                }, release))
        // The widget takes ownership of the reference that the constructor returned.
        gtk_widget_add_controller(widget, target.opaque)
        return target
    }

    /// Runs `body` to draw the widget with cairo. Width and height are in application pixels.
    func onDraw(_ body: @escaping @MainActor (OpaquePointer, Double, Double) -> Void) {
        let handler = Handler<Draw>(body).retained()
        parlando_set_draw(
            widget, handler,
            { context, cairo, width, height in
                onMain((context, cairo)) { Handler<Draw>.body($0)($1, Double(width), Double(height)) }
            }, release)
    }

    /// Runs `body` before each frame with the frame's time in microseconds, until it returns false.
    func onTick(_ body: @escaping @MainActor (Int64) -> Bool) {
        let handler = Handler<Tick>(body).retained()
        parlando_add_tick(
            widget, handler, { context, microseconds in onMain(context) { Handler<Tick>.body($0)(microseconds) } },
            release)
    }
}

/// Event sources of the main loop besides user input. User input has priority over them.
@MainActor enum Source {
    /// Runs `body` whenever a file descriptor is readable, or writable if `isWriting` is true, until `body` returns
    /// false. The argument of `body` says whether the other end is closed. Returns the ID of the event source.
    static func watch(
        _ descriptor: Int32, isWriting: Bool = false, _ body: @escaping @MainActor (Bool) -> Bool
    ) -> UInt32 {
        let handler = Handler<Ready>(body).retained()
        return parlando_watch(
            descriptor, isWriting, handler, { context, isOver in onMain(context) { Handler<Ready>.body($0)(isOver) } },
            release)
    }

    /// Runs `body` once, after the given number of seconds. Returns the ID of the event source.
    static func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> UInt32 {
        let handler = Handler<Plain>(body).retained()
        let milliseconds = UInt32((seconds * 1000).rounded(.up))
        return parlando_after(milliseconds, handler, { onMain($0) { Handler<Plain>.body($0)() } }, release)
    }

    /// Runs `body` with the status from `waitpid` when a child process has ended.
    static func awaitChild(_ child: Int32, _ body: @escaping @MainActor (Int32) -> Void) {
        let handler = Handler<Number>(body).retained()
        parlando_await_child(
            child, handler, { context, status in onMain(context) { Handler<Number>.body($0)(status) } }, release)
    }
}
