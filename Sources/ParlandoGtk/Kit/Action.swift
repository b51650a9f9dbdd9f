import CGtk

/// Named GAction, activated by a menu item, a shortcut, a button or, if it belongs to the application, over D-Bus.
@MainActor struct Action {
    private let reference: Reference

    /// Adds the action to an application (`app.name`) or a window (`win.name`).
    init(_ name: String, in map: Reference, _ body: @escaping @MainActor () -> Void) {
        reference = Reference(owned: g_simple_action_new(name, nil))
        reference.connect("activate", body)
        g_action_map_add_action(map.opaque, reference.opaque)
    }

    var isEnabled: Bool {
        get { g_action_get_enabled(reference.opaque) != 0 }
        nonmutating set { g_simple_action_set_enabled(reference.opaque, newValue.gboolean) }
    }
}
