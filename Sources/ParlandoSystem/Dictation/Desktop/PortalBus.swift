import CGio
import Foundation
import ParlandoCore

/// Connection to the desktop portal on D-Bus. Not thread-safe; calls block.
final class PortalBus {
    private static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    /// For calls that do not ask the user, in milliseconds.
    private static let timeout: Int32 = 5_000
    /// For the user to answer a question, in seconds.
    private static let answerSeconds = 120.0

    private let connection: OpaquePointer
    private let context: OpaquePointer
    private var requests = 0

    /// - Parameter address: address of the bus, or nil for the session bus.
    init(address: String?) throws(DesktopTypingError) {
        guard let context = g_main_context_new() else {
            throw DesktopTypingError(.failed, detail: "no context")
        }
        self.context = context
        let found = address.map { g_strdup($0) } ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, nil)
        defer { g_free(found) }
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let found, let made = g_dbus_connection_new_for_address_sync(found, flags, nil, nil, nil) else {
            g_main_context_unref(context)
            throw DesktopTypingError(.absent, detail: "no session bus")
        }
        connection = made
        g_dbus_connection_set_exit_on_close(made, 0)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(connection))
        g_main_context_unref(context)
    }

    /// Whether a text is a valid object path (D-Bus Specification, "Valid Object Paths").
    static func isPath(_ text: String) -> Bool {
        g_variant_is_object_path(text) != 0
    }

    /// A text as a string in GVariant's text format.
    static func literal(_ text: String) -> String {
        let value = g_variant_ref_sink(g_variant_new_string(text))
        defer { g_variant_unref(value) }
        guard let printed = g_variant_print(value, 0) else {
            return "''"
        }
        defer { g_free(printed) }
        return String(cString: printed)
    }

    /// Tells the portal which application this is, so that it remembers the user's decisions. Older portals guess it,
    /// and a portal that already knows it refuses; neither is an error. Must be called before any other method.
    ///
    /// - Parameter application: name of the program's desktop file, without its extension.
    func register(_ application: String) {
        try? call("org.freedesktop.host.portal.Registry", "Register", "(\(Self.literal(application)), @a{sv} {})")
    }

    func hasInterface(_ interface: String) -> Bool {
        version(of: interface) != nil
    }

    /// Nil if the portal does not have the interface, or 0 if the version has an unexpected type.
    func version(of interface: String) -> Int? {
        let answer = ask(
            Self.name, Self.path, "org.freedesktop.DBus.Properties", "Get", "('\(interface)', 'version')",
            limit: Self.timeout, G_DBUS_CALL_FLAGS_NONE)
        guard let answer, answer.has("(v)"), let value = answer.children.first?.unboxed else {
            return nil
        }
        return value.has("u") ? value.number : 0
    }

    /// Calls a method of any program. Returns nil if that fails. Thread-safe.
    ///
    /// - Parameter limit: milliseconds to wait for the answer.
    func ask(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: String = "()",
        limit: Int32, _ flags: GDBusCallFlags = G_DBUS_CALL_FLAGS_NO_AUTO_START
    ) -> Variant? {
        let arguments = g_variant_parse(nil, arguments, nil, nil, nil)
        return Variant(
            g_dbus_connection_call_sync(
                connection, name, path, interface, method, arguments, nil, flags, limit, nil, nil))
    }

    func call(
        _ interface: String, _ method: String, _ arguments: String, at path: String = PortalBus.path
    ) throws(DesktopTypingError) {
        var error: UnsafeMutablePointer<GError>?
        guard let variant = g_variant_parse(nil, arguments, nil, nil, nil) else {
            throw DesktopTypingError(.failed, detail: "\(method): arguments")
        }
        guard
            let answer = g_dbus_connection_call_sync(
                connection, Self.name, path, interface, method, variant, nil, G_DBUS_CALL_FLAGS_NONE,
                Self.timeout, nil, &error)
        else {
            defer { g_clear_error(&error) }
            throw DesktopTypingError(
                .failed, detail: method + ": " + (error.map { String(cString: $0.pointee.message) } ?? ""))
        }
        g_variant_unref(answer)
    }

    /// Returns the session's handle, a valid object path.
    func openSession(_ interface: String) throws(DesktopTypingError) -> String {
        let made = try request(interface, "CreateSession") {
            "({'handle_token': <'\($0)'>, 'session_handle_token': <'\($0)'>},)"
        }
        // The handle becomes part of later calls in text format.
        guard let session = made.texts["session_handle"], Self.isPath(session) else {
            throw DesktopTypingError(.failed, detail: "no session")
        }
        return session
    }

    func closeSession(_ session: String) {
        try? call("org.freedesktop.portal.Session", "Close", "()", at: session)
    }

    /// Calls a method whose result arrives as a signal once the user has decided. Throws `denied` if the user refuses
    /// or does not answer in time.
    ///
    /// - Parameter arguments: returns the arguments in GVariant's text format, with this handle token.
    @discardableResult func request(
        _ interface: String, _ method: String, _ arguments: (_ token: String) -> String
    ) throws(DesktopTypingError) -> PortalAnswer {
        requests += 1
        let token = "parlando\(requests)"
        g_main_context_push_thread_default(context)
        defer { g_main_context_pop_thread_default(context) }
        let sender = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
        let own = sender.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        let answer = PortalAnswer()
        // Before the call, because the signal may come before the call returns.
        let subscription = g_dbus_connection_signal_subscribe(
            connection, Self.name, "org.freedesktop.portal.Request", "Response",
            Self.path + "/request/\(own)/\(token)", nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                if let data, let parameters {
                    Unmanaged<PortalAnswer>.fromOpaque(data).takeUnretainedValue().read(parameters)
                }
            }, Unmanaged.passRetained(answer).toOpaque(),
            { $0.map { Unmanaged<PortalAnswer>.fromOpaque($0).release() } })
        defer {
            g_dbus_connection_signal_unsubscribe(connection, subscription)
            // GLib releases the answer in one of the next iterations of the context, and nothing else would run them.
            while g_main_context_iteration(context, 0) != 0 {}
        }
        try call(interface, method, arguments(token))
        try wait(for: answer)
        guard let code = answer.code else {
            throw DesktopTypingError(.failed, detail: "\(method): an answer of another form")
        }
        guard code == 0 else {
            throw DesktopTypingError(.denied, detail: "\(method): \(code)")
        }
        return answer
    }

    // MARK: Signals

    /// Signals are delivered to the main context that is the default of the calling thread.
    ///
    /// - Parameter signal: name of the signal, or nil for all signals of the interface.
    func subscribe(_ listener: PortalListener, interface: String, signal: String? = nil) -> UInt32 {
        subscribe(listener, sender: Self.name, interface, signal, argument: nil)
    }

    /// The signal that the portal has joined or left the bus.
    func subscribeToOwner(_ listener: PortalListener) -> UInt32 {
        subscribe(
            listener, sender: "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", argument: Self.name)
    }

    private func subscribe(
        _ listener: PortalListener, sender: String, _ interface: String, _ signal: String?, argument: String?
    ) -> UInt32 {
        g_dbus_connection_signal_subscribe(
            connection, sender, interface, signal, nil, argument, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, path, _, name, parameters, data in
                if let path, let name, let parameters, let data,
                    let signal = PortalSignal(String(cString: name), at: String(cString: path), parameters)
                {
                    Unmanaged<PortalListener>.fromOpaque(data).takeUnretainedValue().heard(signal)
                }
            }, Unmanaged.passRetained(listener).toOpaque(),
            { $0.map { Unmanaged<PortalListener>.fromOpaque($0).release() } })
    }

    func unsubscribe(_ subscription: UInt32) {
        g_dbus_connection_signal_unsubscribe(connection, subscription)
    }

    private func wait(for answer: PortalAnswer) throws(DesktopTypingError) {
        let end = g_get_monotonic_time() + gint64(Self.answerSeconds * 1_000_000)
        let tick = g_timeout_source_new(250)
        g_source_set_callback(tick, { _ in 1 }, nil, nil)
        g_source_attach(tick, context)
        defer {
            g_source_destroy(tick)
            g_source_unref(tick)
        }
        while !answer.isThere {
            guard g_get_monotonic_time() < end else {
                throw DesktopTypingError(.denied, detail: "no answer")
            }
            g_main_context_iteration(context, 1)
        }
    }
}

final class PortalAnswer {
    private(set) var isThere = false
    /// 0 if the user agreed; nil without a response of the expected form.
    private(set) var code: Int?
    private(set) var texts: [String: String] = [:]
    private(set) var shortcuts: [String: String] = [:]

    /// The type of the parameters is checked, because GLib reads a value of another type as 0, which would mean "yes".
    func read(_ parameters: OpaquePointer) {
        isThere = true
        guard let parameters = Variant(g_variant_ref(parameters)), parameters.has("(ua{sv})") else {
            return
        }
        let parts = parameters.children
        for entry in parts[1].children.map(\.children) {
            let key = entry[0].text
            guard let value = entry[1].unboxed else {
                continue
            }
            if value.has("s") || value.has("o") {
                texts[key] = value.text
            }
            if key == "shortcuts" {
                shortcuts = PortalSignal.triggers(value)
            }
        }
        code = parts[0].number
    }
}

enum PortalSignal: Sendable, Equatable {
    case activated(session: String, id: String)
    case deactivated(session: String, id: String)
    /// Descriptions of the keys by the shortcuts' identifiers.
    case changed(session: String, [String: String])
    case closed(session: String)
    case vanished
    case appeared

    /// Returns nil if the signal is not used here or has another form than specified. GLib would read a value of
    /// another type as 0.
    init?(_ name: String, at path: String, _ parameters: OpaquePointer) {
        switch name {
        case "Activated", "Deactivated":
            guard let values = Self.children(parameters, "(osta{sv})") else {
                return nil
            }
            let (session, id) = (values[0].text, values[1].text)
            self = name == "Activated" ? .activated(session: session, id: id) : .deactivated(session: session, id: id)
        case "ShortcutsChanged":
            guard let values = Self.children(parameters, "(oa(sa{sv}))") else {
                return nil
            }
            self = .changed(session: values[0].text, Self.triggers(values[1]))
        case "Closed":
            self = .closed(session: path)
        case "NameOwnerChanged":
            guard let values = Self.children(parameters, "(sss)") else {
                return nil
            }
            self = values[2].text.isEmpty ? .vanished : .appeared
        default:
            return nil
        }
    }

    /// `list` has the type `a(sa{sv})`.
    static func triggers(_ list: Variant) -> [String: String] {
        guard list.has("a(sa{sv})") else {
            return [:]
        }
        var triggers: [String: String] = [:]
        for entry in list.children.map(\.children) {
            let trigger = entry[1]["trigger_description"]
            triggers[entry[0].text] = trigger.map { $0.has("s") ? $0.text : "" } ?? ""
        }
        return triggers
    }

    /// Nil if the tuple has another type.
    private static func children(_ tuple: OpaquePointer, _ type: String) -> [Variant]? {
        guard let tuple = Variant(g_variant_ref(tuple)), tuple.has(type) else {
            return nil
        }
        return tuple.children
    }
}

/// A value of GLib's.
final class Variant {
    private let pointer: OpaquePointer

    /// Takes over the reference. Nil if there is no value.
    init?(_ owned: OpaquePointer?) {
        guard let owned else {
            return nil
        }
        pointer = owned
    }

    deinit {
        g_variant_unref(pointer)
    }

    /// Whether the value is of this type. GLib would read a value of another type as 0.
    func has(_ type: String) -> Bool {
        g_variant_check_format_string(pointer, type, 0) != 0
    }

    /// Of a container.
    var children: [Variant] {
        (0..<g_variant_n_children(pointer)).compactMap { Variant(g_variant_get_child_value(pointer, $0)) }
    }

    /// The value in a variant of type `v`.
    var unboxed: Variant? {
        Variant(g_variant_get_variant(pointer))
    }

    /// Of a dictionary.
    subscript(_ key: String) -> Variant? {
        Variant(g_variant_lookup_value(pointer, key, nil))
    }

    var text: String {
        String(pointer)
    }

    /// Of the type `u`.
    var number: Int {
        Int(g_variant_get_uint32(pointer))
    }
}

/// Receives signals of the portal on a thread until it is released.
final class PortalEar {
    private let bus: PortalBus
    private let loop: OpaquePointer?
    private let context: OpaquePointer?
    private var subscriptions: [guint] = []

    /// - Parameter heard: called on the receiving thread.
    init(_ bus: PortalBus, interface: String, _ heard: @escaping @Sendable (PortalSignal) -> Void) {
        self.bus = bus
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        let listener = PortalListener(heard)
        // GLib delivers signals to the context that is the thread's default at the time of the subscription.
        g_main_context_push_thread_default(context)
        subscriptions = [
            bus.subscribe(listener, interface: interface),
            bus.subscribe(listener, interface: "org.freedesktop.portal.Session", signal: "Closed"),
            bus.subscribeToOwner(listener),
        ]
        g_main_context_pop_thread_default(context)
        run()
    }

    private func run() {
        // The thread releases both when the loop has ended.
        nonisolated(unsafe) let (loop, context) = (loop, context)
        let thread = Thread {
            g_main_loop_run(loop)
            while g_main_context_iteration(context, 0) != 0 {}
            g_main_loop_unref(loop)
            g_main_context_unref(context)
        }
        thread.name = "parlando.portal"
        thread.start()
    }

    deinit {
        subscriptions.forEach(bus.unsubscribe)
        // Quit from within the loop, because a call before the loop has started has no effect.
        let source = g_idle_source_new()
        g_source_set_callback(
            source,
            { loop in
                g_main_loop_quit(loop.map { OpaquePointer($0) })
                return 0
            }, loop.map { UnsafeMutableRawPointer($0) }, nil)
        g_source_attach(source, context)
        g_source_unref(source)
    }
}

/// Passed through C as a pointer.
final class PortalListener: Sendable {
    let heard: @Sendable (PortalSignal) -> Void

    init(_ heard: @escaping @Sendable (PortalSignal) -> Void) {
        self.heard = heard
    }
}
