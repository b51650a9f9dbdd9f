import CGio
import ParlandoCore

/// Connection to the desktop portal on D-Bus. Not thread-safe; calls block.
final class PortalBus {
    private static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    /// Timeout of calls that do not ask the user, in milliseconds.
    private static let timeout: Int32 = 5_000
    /// Timeout for the user to answer a question, in seconds.
    private static let patience = 120.0

    private let connection: OpaquePointer
    private let context: OpaquePointer

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

    /// Returns whether a text is a valid object path (D-Bus Specification, "Valid Object Paths").
    static func isPath(_ text: String) -> Bool {
        g_variant_is_object_path(text) != 0
    }

    /// Returns a text as a string in GVariant's text format, for the arguments of a call.
    static func literal(_ text: String) -> String {
        let value = g_variant_ref_sink(g_variant_new_string(text))
        defer { g_variant_unref(value) }
        guard let printed = g_variant_print(value, 0) else {
            return "''"
        }
        defer { g_free(printed) }
        return String(cString: printed)
    }

    /// Tells the portal which application this is, so that the portal remembers the user's decisions for it. Only a
    /// program outside a sandbox may do so. Older portals guess the application instead, and a portal that already
    /// knows the application refuses; neither is treated as an error. Must be called before any other method.
    ///
    /// - Parameter application: name of the program's desktop file, without its extension.
    func register(_ application: String) {
        try? call("org.freedesktop.host.portal.Registry", "Register", "(\(Self.literal(application)), @a{sv} {})")
    }

    /// Returns whether the portal is running, or can be started, and has the interface.
    func hasInterface(_ interface: String) -> Bool {
        version(of: interface) != nil
    }

    /// Returns the version of an interface of the portal; nil if the portal does not have the interface, or 0 if the
    /// version has an unexpected type.
    func version(of interface: String) -> Int? {
        let arguments = g_variant_parse(nil, "('\(interface)', 'version')", nil, nil, nil)
        guard
            let answer = g_dbus_connection_call_sync(
                connection, Self.name, Self.path, "org.freedesktop.DBus.Properties", "Get", arguments, nil,
                G_DBUS_CALL_FLAGS_NONE, Self.timeout, nil, nil)
        else {
            return nil
        }
        defer { g_variant_unref(answer) }
        guard g_variant_check_format_string(answer, "(v)", 0) != 0, let boxed = g_variant_get_child_value(answer, 0),
            let value = g_variant_get_variant(boxed)
        else {
            return nil
        }
        defer { [boxed, value].forEach { g_variant_unref($0) } }
        return g_variant_check_format_string(value, "u", 0) != 0 ? Int(g_variant_get_uint32(value)) : 0
    }

    /// Calls a method and waits for its reply.
    ///
    /// - Parameters:
    ///   - arguments: arguments in GVariant's text format.
    ///   - path: path of the object, such as a session of the portal; by default the portal itself.
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

    /// Calls a method whose result arrives as a signal once the user has decided, and waits for that signal. Throws
    /// `denied` if the user refuses or does not answer in time.
    ///
    /// - Parameter token: handle token of the request, which the arguments contain as well.
    func request(
        _ interface: String, _ method: String, _ arguments: String, token: String
    ) throws(DesktopTypingError) -> PortalAnswer {
        g_main_context_push_thread_default(context)
        defer { g_main_context_pop_thread_default(context) }
        let sender = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
        let own = sender.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        let answer = PortalAnswer()
        // Subscribe before the call, because the signal may come before the call returns.
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
        try call(interface, method, arguments)
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

    /// Subscribes to signals of an interface. They are delivered to the main context that is the default of the calling
    /// thread.
    ///
    /// - Parameter signal: name of the signal, or nil for all signals of the interface.
    /// - Returns: the subscription, for `unsubscribe`.
    func subscribe(_ listener: PortalListener, interface: String, signal: String? = nil) -> UInt32 {
        subscribe(listener, sender: Self.name, interface, signal, argument: nil)
    }

    /// Subscribes to the signal that the portal has joined or left the bus.
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
        let end = g_get_monotonic_time() + gint64(Self.patience * 1_000_000)
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

/// Portal's response to a request.
final class PortalAnswer {
    /// Whether a response has arrived, even if it has an unexpected form.
    private(set) var isThere = false
    /// Response code: 0 if the user agreed. Nil if there is no response, or if it has an unexpected form.
    private(set) var code: Int?
    /// The results that are strings, by their names.
    private(set) var texts: [String: String] = [:]
    /// The shortcuts in the results: descriptions of the keys, by the shortcuts' identifiers.
    private(set) var shortcuts: [String: String] = [:]

    /// Parses a response.
    ///
    /// - Parameter parameters: parameters of the signal. Their type is checked, because GLib reads a value of another
    ///   type as 0, which would mean "yes".
    func read(_ parameters: OpaquePointer) {
        isThere = true
        guard g_variant_check_format_string(parameters, "(ua{sv})", 0) != 0,
            let first = g_variant_get_child_value(parameters, 0),
            let second = g_variant_get_child_value(parameters, 1)
        else {
            return
        }
        defer { [first, second].forEach { g_variant_unref($0) } }
        for index in 0..<g_variant_n_children(second) {
            if let entry = g_variant_get_child_value(second, index) {
                read(entry: entry)
                g_variant_unref(entry)
            }
        }
        code = Int(g_variant_get_uint32(first))
    }

    private func read(entry: OpaquePointer) {
        guard let key = g_variant_get_child_value(entry, 0), let boxed = g_variant_get_child_value(entry, 1),
            let value = g_variant_get_variant(boxed)
        else {
            return
        }
        defer { [key, boxed, value].forEach { g_variant_unref($0) } }
        let type = g_variant_get_type_string(value).map { String(cString: $0) }
        if type == "s" || type == "o" {
            texts[String(key)] = String(value)
        }
        if String(key) == "shortcuts" {
            shortcuts = PortalSignal.triggers(value)
        }
    }
}
