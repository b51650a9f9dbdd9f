import CGio
import ParlandoCore

/// Type of value that GSettings can store.
protocol SettingValue: PreferenceValue {
    /// GVariant type string.
    static var type: String { get }
    /// Reads the value of a GVariant, which must have this type.
    init(_ variant: OpaquePointer)
    /// Returns a new GVariant with a floating reference.
    func makeVariant() -> OpaquePointer?
}

extension String: SettingValue {
    static let type = "s"

    init(_ variant: OpaquePointer) {
        self = g_variant_get_string(variant, nil).map { String(cString: $0) } ?? ""
    }

    func makeVariant() -> OpaquePointer? {
        g_variant_new_string(self)
    }
}

extension Int: SettingValue {
    static let type = "i"

    init(_ variant: OpaquePointer) {
        self = Int(g_variant_get_int32(variant))
    }

    func makeVariant() -> OpaquePointer? {
        g_variant_new_int32(Int32(clamping: self))
    }
}

extension Bool: SettingValue {
    static let type = "b"

    init(_ variant: OpaquePointer) {
        self = g_variant_get_boolean(variant) != 0
    }

    func makeVariant() -> OpaquePointer? {
        g_variant_new_boolean(self ? 1 : 0)
    }
}

extension Double: SettingValue {
    static let type = "d"

    init(_ variant: OpaquePointer) {
        self = g_variant_get_double(variant)
    }

    func makeVariant() -> OpaquePointer? {
        g_variant_new_double(self)
    }
}

extension Array: SettingValue where Element: SettingValue {
    static var type: String { "a" + Element.type }

    init(_ variant: OpaquePointer) {
        self = (0..<g_variant_n_children(variant)).compactMap { index in
            guard let child = g_variant_get_child_value(variant, index) else {
                return nil
            }
            defer { g_variant_unref(child) }
            return Element(child)
        }
    }

    func makeVariant() -> OpaquePointer? {
        let kind = g_variant_type_new(Element.type)
        defer { g_variant_type_free(kind) }
        var children = map { $0.makeVariant() }
        return g_variant_new_array(kind, &children, gsize(children.count))
    }
}

extension Dictionary: SettingValue where Key == String, Value: SettingValue {
    static var type: String { "a" + entryType }

    private static var entryType: String { "{s" + Value.type + "}" }

    init(_ variant: OpaquePointer) {
        self.init()
        for index in 0..<g_variant_n_children(variant) {
            guard let entry = g_variant_get_child_value(variant, index),
                let key = g_variant_get_child_value(entry, 0), let value = g_variant_get_child_value(entry, 1)
            else {
                continue
            }
            self[String(key)] = Value(value)
            [entry, key, value].forEach(g_variant_unref)
        }
    }

    func makeVariant() -> OpaquePointer? {
        let kind = g_variant_type_new(Self.entryType)
        defer { g_variant_type_free(kind) }
        var entries = sorted { $0.key < $1.key }.map {
            g_variant_new_dict_entry($0.key.makeVariant(), $0.value.makeVariant())
        }
        return g_variant_new_array(kind, &entries, gsize(entries.count))
    }
}
