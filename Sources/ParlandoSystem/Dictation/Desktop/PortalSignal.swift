import CGio

/// A signal of the global shortcuts portal, or a signal that the portal has joined or left the bus.
enum PortalSignal: Sendable, Equatable {
    case activated(session: String, id: String)
    case deactivated(session: String, id: String)
    /// The keys of a session's shortcuts have changed: descriptions of the keys by the shortcuts' identifiers.
    case changed(session: String, [String: String])
    case closed(session: String)
    /// The portal has left the bus.
    case vanished
    /// The portal has joined the bus.
    case appeared

    /// Parses a signal. Returns nil if the signal is not used here or does not have the form that the specification
    /// defines. The type of its parameters is checked, because GLib reads a value of another type as 0.
    ///
    /// - Parameter path: path of the object that sent the signal.
    init?(_ name: String, at path: String, _ parameters: OpaquePointer) {
        switch name {
        case "Activated", "Deactivated":
            guard let values = Self.children(parameters, "(osta{sv})", count: 2) else {
                return nil
            }
            let (session, id) = (String(values[0]), String(values[1]))
            self = name == "Activated" ? .activated(session: session, id: id) : .deactivated(session: session, id: id)
            values.forEach { g_variant_unref($0) }
        case "ShortcutsChanged":
            guard let values = Self.children(parameters, "(oa(sa{sv}))", count: 2) else {
                return nil
            }
            self = .changed(session: String(values[0]), Self.triggers(values[1]))
            values.forEach { g_variant_unref($0) }
        case "Closed":
            self = .closed(session: path)
        case "NameOwnerChanged":
            guard let values = Self.children(parameters, "(sss)", count: 3) else {
                return nil
            }
            self = String(values[2]).isEmpty ? .vanished : .appeared
            values.forEach { g_variant_unref($0) }
        default:
            return nil
        }
    }

    /// Returns the descriptions of the keys in a list of shortcuts, `a(sa{sv})`, by the shortcuts' identifiers. Empty
    /// if the value has another type.
    static func triggers(_ list: OpaquePointer) -> [String: String] {
        guard g_variant_check_format_string(list, "a(sa{sv})", 0) != 0 else {
            return [:]
        }
        var triggers: [String: String] = [:]
        for index in 0..<g_variant_n_children(list) {
            guard let entry = g_variant_get_child_value(list, index) else {
                continue
            }
            let values = children(entry, "(sa{sv})", count: 2) ?? []
            if values.count == 2 {
                triggers[String(values[0])] = trigger(values[1])
            }
            (values + [entry]).forEach { g_variant_unref($0) }
        }
        return triggers
    }

    private static func trigger(_ properties: OpaquePointer) -> String {
        guard let text = g_variant_lookup_value(properties, "trigger_description", nil) else {
            return ""
        }
        defer { g_variant_unref(text) }
        return g_variant_check_format_string(text, "s", 0) != 0 ? String(text) : ""
    }

    /// Returns the first `count` values of a tuple, which the caller must release; nil if the tuple does not have the
    /// given type.
    private static func children(_ tuple: OpaquePointer, _ type: String, count: Int) -> [OpaquePointer]? {
        guard g_variant_check_format_string(tuple, type, 0) != 0 else {
            return nil
        }
        let values = (0..<count).compactMap { g_variant_get_child_value(tuple, gsize($0)) }
        return values.count == count ? values : nil
    }
}
