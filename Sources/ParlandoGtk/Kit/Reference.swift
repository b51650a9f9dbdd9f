import CGtk
import CGtkShim
import ParlandoCore

/// Strong reference to a GObject, released on the main actor.
@MainActor final class Reference {
    let pointer: UnsafeMutableRawPointer
    var tooltip = ""
    /// Label of the shortcut in the tooltip, such as "Ctrl+R".
    var shortcut = ""

    /// Holds what a GTK constructor returned, floating or owned by GTK.
    init(_ made: UnsafeMutableRawPointer?) {
        pointer = parlando_hold(made)
    }

    convenience init(_ made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
    }

    /// Takes over the reference that the constructor of a non-floating object returned.
    convenience init(owned made: OpaquePointer?) {
        self.init(UnsafeMutableRawPointer(made))
        g_object_unref(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The object as the type that a GTK function expects, and checks at run time.
    func cast<Type>() -> UnsafeMutablePointer<Type> {
        pointer.assumingMemoryBound(to: Type.self)
    }

    var opaque: OpaquePointer {
        OpaquePointer(pointer)
    }
}

/// Tells what the program changes from what the user changes.
@MainActor enum Rendering {
    private(set) static var isOn = false

    static func run(_ body: () -> Void) {
        let wasOn = isOn
        isOn = true
        body()
        isOn = wasOn
    }
}

extension Bool {
    var gboolean: Int32 {
        self ? 1 : 0
    }
}

/// Keeps a closure alive for exactly as long as GTK keeps the signal handler.
private final class Handler<Body> {
    let body: Body

    init(_ body: Body) {
        self.body = body
    }

    /// The pointer owns the handler until `release`.
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
private typealias Method = @MainActor (String, String?, String?) -> String?
private typealias Programs = @MainActor ([String]) -> Void
private typealias Event = @MainActor (OpaquePointer) -> Bool
private typealias Draw = @MainActor (OpaquePointer, Double, Double) -> Void
private typealias Files = @MainActor (FileList) -> Void
private typealias Tick = @MainActor (Int64) -> Bool

private let release: parlando_release = { context in
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

private func onMain<Carried, Answer: Sendable>(_ carried: Carried, _ body: @MainActor (Carried) -> Answer) -> Answer {
    // GTK calls handlers only on the main thread, so their pointers never cross threads.
    nonisolated(unsafe) let carried = carried
    return MainActor.assumeIsolated { body(carried) }
}

// A C function pointer can only be a closure that captures nothing.
extension Reference {
    /// `body` must capture its owner weakly, here and below.
    func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        let handler = Handler<Plain>(body).retained()
        parlando_connect(pointer, signal, handler, { onMain($0) { Handler<Plain>.body($0)() } }, release)
    }

    /// Not called for what the program changes itself within `Rendering.run`.
    func connectUser(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        connect(signal) {
            if !Rendering.isOn {
                body()
            }
        }
    }

    func connectNumber(_ signal: String, _ body: @escaping @MainActor (Int32) -> Void) {
        let handler = Handler<Number>(body).retained()
        parlando_connect_number(
            pointer, signal, handler, { context, number in onMain(context) { Handler<Number>.body($0)(number) } },
            release)
    }

    /// The pointer is valid only until `body` returns.
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

    /// `body` returns whether the window may close.
    func connectClose(_ body: @escaping @MainActor () -> Bool) {
        let handler = Handler<Close>(body).retained()
        parlando_connect_close(pointer, handler, { onMain($0) { Handler<Close>.body($0)() } }, release)
    }

    /// `body` returns an exit code, or -1 to go on starting.
    func connectOptions(_ body: @escaping @MainActor (UnsafeMutablePointer<GVariantDict>) -> Int32) {
        let handler = Handler<Options>(body).retained()
        parlando_connect_options(
            cast(), handler, { onMain(($0, $1)) { context, options in Handler<Options>.body(context)(options) } },
            release)
    }

    /// Files come from the desktop or the command line.
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
    /// Exports the control interface on the session bus, if there is one.
    ///
    /// - Parameters:
    ///   - state: first value of the property `State`.
    ///   - listeners: gets the names of the programs that have subscribed to the text.
    ///   - body: gets the name of each command and its two options (`parlando_method`).
    func exportControl(
        state: String, listeners: @escaping @MainActor ([String]) -> Void,
        _ body: @escaping @MainActor (String, String?, String?) -> String?
    ) {
        let handler = Handler<Method>(body).retained()
        let isExported = parlando_control_export(
            cast(), state, handler,
            { context, method, first, second in
                let (first, second) = (first.map { String(cString: $0) }, second.map { String(cString: $0) })
                return onMain((context, String(cString: method))) { context, method in
                    Handler<Method>.body(context)(method, first, second)
                }.flatMap { g_strdup($0) }
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
    /// `body` runs before the widget gets the press. It gets the position and whether Ctrl was held, and returns true
    /// to claim the press.
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

    /// If `body` returns true, the event goes no further.
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

    /// Returns the drop target.
    func onDrop(_ body: @escaping @MainActor (FileList) -> Void) -> Reference {
        let handler = Handler<Files>(body).retained()
        let target = Reference(
            parlando_file_drop(
                handler,
                { context, files, count in
                    onMain((context, files, count)) { Handler<Files>.body($0)(FileList($1, count: Int($2))) }
                }, release))
        // The widget takes over the constructor's reference.
        gtk_widget_add_controller(widget, target.opaque)
        return target
    }

    /// Draws with cairo. Width and height are in application pixels.
    func onDraw(_ body: @escaping @MainActor (OpaquePointer, Double, Double) -> Void) {
        let handler = Handler<Draw>(body).retained()
        parlando_set_draw(
            widget, handler,
            { context, cairo, width, height in
                onMain((context, cairo)) { Handler<Draw>.body($0)($1, Double(width), Double(height)) }
            }, release)
    }

    /// Runs before each frame, with its time in microseconds, until `body` returns false.
    func onTick(_ body: @escaping @MainActor (Int64) -> Bool) {
        let handler = Handler<Tick>(body).retained()
        parlando_add_tick(
            widget, handler, { context, microseconds in onMain(context) { Handler<Tick>.body($0)(microseconds) } },
            release)
    }
}

/// Event sources of the main loop besides user input, which has priority.
@MainActor enum Source {
    /// Runs while a file descriptor is readable (or writable), until `body` returns false. Its argument says whether
    /// the other end is closed. Returns the ID of the source.
    static func watch(
        _ descriptor: Int32, isWriting: Bool = false, _ body: @escaping @MainActor (Bool) -> Bool
    ) -> UInt32 {
        let handler = Handler<Ready>(body).retained()
        return parlando_watch(
            descriptor, isWriting, handler, { context, isOver in onMain(context) { Handler<Ready>.body($0)(isOver) } },
            release)
    }

    /// Returns the ID of the source.
    static func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> UInt32 {
        let handler = Handler<Plain>(body).retained()
        let milliseconds = UInt32((seconds * 1000).rounded(.up))
        return parlando_after(milliseconds, handler, { onMain($0) { Handler<Plain>.body($0)() } }, release)
    }

    /// Runs when a signal is to end this process (`parlando_await_end`).
    static func awaitEnd(within seconds: UInt32, _ body: @escaping @MainActor () -> Void) {
        let handler = Handler<Plain>(body).retained()
        parlando_await_end(seconds, handler, { onMain($0) { Handler<Plain>.body($0)() } }, release)
    }

    /// `body` gets the status from `waitpid`.
    static func awaitChild(_ child: Int32, _ body: @escaping @MainActor (Int32) -> Void) {
        let handler = Handler<Number>(body).retained()
        parlando_await_child(
            child, handler, { context, status in onMain(context) { Handler<Number>.body($0)(status) } }, release)
    }
}
