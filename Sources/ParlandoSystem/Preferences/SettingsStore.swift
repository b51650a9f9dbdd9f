import CGio
import CGioShim
import Dispatch
import Logging
public import ParlandoCore

/// Preference store in GSettings. If the schema is not installed, preferences last only until the program ends.
///
/// Thread-safe: GSettings is used only on one queue. A change made by another program is noticed only while GLib's main
/// context runs, as it does in the windowed program.
public final class SettingsStore: PreferenceStore {
    /// ID of the schema in `data/io.github.parlando.Parlando.gschema.xml`.
    public static let schema = "io.github.parlando.Parlando"

    private let queue = DispatchQueue(label: "parlando.settings")
    private let known = MemoryPreferenceStore()
    // The compiler cannot check pointers; these are written once in `init` and then used only on `queue`.
    nonisolated(unsafe) private let settings: UnsafeMutablePointer<GSettings>?
    nonisolated(unsafe) private var listener: gulong = 0

    /// - Parameter folders: searched for a compiled schema that is not installed in the system, in order of preference.
    public init(schemaFolders folders: [String] = []) {
        settings = Self.open(folders)
        guard let settings else {
            Logger(label: "parlando.settings").warning(
                "The settings schema \(Self.schema) is not installed: preferences last until the program ends.")
            return
        }
        let box = Unmanaged.passRetained(Listener { [weak self] in self?.readSoon() })
        listener = parlando_settings_connect_changed(
            settings, box.toOpaque(), { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue().changed() },
            { Unmanaged<Listener>.fromOpaque($0).release() })
        // GSettings signals changes only of keys that have been read since it was opened.
        _ = queue.sync { known.change { $0 = read(settings) } }
    }

    /// Whether saved preferences outlive the program.
    public var isLasting: Bool {
        settings != nil
    }

    deinit {
        if let settings {
            g_signal_handler_disconnect(settings, listener)
            g_object_unref(settings)
        }
    }

    public func load() -> Preferences {
        known.load()
    }

    @discardableResult public func change(_ change: (inout Preferences) -> Void) -> Preferences {
        queue.sync {
            guard let settings else {
                return known.change(change)
            }
            // `known` changes only on this queue, and might lack the latest changes by other programs.
            known.change { $0 = read(settings) }
            let wanted = known.change(change)
            write(wanted, to: settings)
            return wanted
        }
    }

    public func reset() {
        queue.sync {
            guard let settings else {
                return known.reset()
            }
            parlando_settings_reset_all(settings)
            known.change { $0 = read(settings) }
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        known.changes()
    }

    /// GLib may signal a change on any thread, and also for this object's own changes.
    private func readSoon() {
        queue.async { [weak self] in
            if let self, let settings {
                known.change { $0 = self.read(settings) }
            }
        }
    }

    private func read(_ settings: UnsafeMutablePointer<GSettings>) -> Preferences {
        var result = Preferences()
        for preference in Preferences.declared {
            if let variant = g_settings_get_value(settings, preference.name) {
                if let value = preference.settingType?.init(variant) {
                    preference.put(value, into: &result)
                }
                g_variant_unref(variant)
            }
        }
        return result.sanitized()
    }

    /// Writes the changed values in one step, so that other programs never see part of a change.
    private func write(_ preferences: Preferences, to settings: UnsafeMutablePointer<GSettings>) {
        let old = read(settings)
        g_settings_delay(settings)
        for preference in Preferences.declared where !preference.isSame(in: old, and: preferences) {
            let value = preference.value(in: preferences) as? any SettingValue
            g_settings_set_value(settings, preference.name, value?.makeVariant())
        }
        g_settings_apply(settings)
    }
}

// MARK: - Keys and their schema

extension SettingsStore {
    /// Returns nil if the schema or a key is missing, because GLib aborts a program that uses a missing one.
    private static func open(_ folders: [String]) -> UnsafeMutablePointer<GSettings>? {
        let system = g_settings_schema_source_get_default()
        if let found = lookUp(in: system) {
            return found
        }
        for folder in folders {
            guard let source = g_settings_schema_source_new_from_directory(folder, system, 0, nil) else {
                continue
            }
            defer { g_settings_schema_source_unref(source) }
            if let found = lookUp(in: source) {
                return found
            }
        }
        return nil
    }

    private static func lookUp(in source: OpaquePointer?) -> UnsafeMutablePointer<GSettings>? {
        guard let source, let found = g_settings_schema_source_lookup(source, schema, 1) else {
            return nil
        }
        defer { g_settings_schema_unref(found) }
        let isComplete = Preferences.declared.allSatisfy { hasKey($0.name, $0.settingType?.type ?? "", in: found) }
        return isComplete ? g_settings_new_full(found, nil, nil) : nil
    }

    private static func hasKey(_ name: String, _ type: String, in schema: OpaquePointer) -> Bool {
        guard g_settings_schema_has_key(schema, name) != 0, let key = g_settings_schema_get_key(schema, name) else {
            return false
        }
        defer { g_settings_schema_key_unref(key) }
        guard let text = g_variant_type_dup_string(g_settings_schema_key_get_value_type(key)) else {
            return false
        }
        defer { g_free(text) }
        return String(cString: text) == type
    }
}

extension DeclaredPreference {
    fileprivate var settingType: (any SettingValue.Type)? {
        type(of: value(in: Preferences())) as? any SettingValue.Type
    }
}

/// Held by GLib while the signal is connected.
private final class Listener: Sendable {
    let changed: @Sendable () -> Void

    init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }
}

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
