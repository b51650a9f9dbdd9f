import CGio
import CGioShim
import Dispatch
import Logging
public import ParlandoCore

/// Preference store in GSettings. If the schema is not installed, preferences last only until the program ends.
///
/// Thread-safe: GSettings is used only on one queue, and `load` returns the values read last. A change made by another
/// program is noticed only while GLib's main context runs, as it does in the windowed program.
public final class SettingsStore: PreferenceStore {
    /// ID of the schema in `data/io.github.parlando.Parlando.gschema.xml`.
    public static let schema = "io.github.parlando.Parlando"

    private let queue = DispatchQueue(label: "parlando.settings")
    private let known = MemoryPreferenceStore()
    // The compiler cannot check pointers; these are written once in `init` and then used only on `queue`.
    nonisolated(unsafe) private let settings: UnsafeMutablePointer<GSettings>?
    nonisolated(unsafe) private var listener: gulong = 0

    /// - Parameter folders: folders to search for a compiled schema that is not installed in the system, in order of
    ///   preference.
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

    /// Whether saved preferences outlive the program, which requires that the schema is installed.
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
            // Reset all keys of the schema, including the window size.
            parlando_settings_reset_all(settings)
            known.change { $0 = read(settings) }
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        known.changes()
    }

    /// Schedules reading the settings on this object's dispatch queue. GLib may signal a change on any thread, and also
    /// for this object's own changes.
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

    /// Writes the values that differ from the stored ones, all in one step, so that other programs never see part of a
    /// change.
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
    /// Opens the settings. Returns nil if the schema or a key is missing, because GLib aborts a program that uses a
    /// missing one.
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
    /// Type in which GSettings stores the preference; nil if GSettings cannot store it.
    fileprivate var settingType: (any SettingValue.Type)? {
        type(of: value(in: Preferences())) as? any SettingValue.Type
    }
}

/// Callback object held by GLib while the signal is connected.
private final class Listener: Sendable {
    let changed: @Sendable () -> Void

    init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }
}
