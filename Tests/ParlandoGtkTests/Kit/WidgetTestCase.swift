import CGtk
import XCTest

@testable import ParlandoGtk

/// Tests of real widgets.
///
/// XCTest, because it runs synchronous tests on the main thread, where GTK lives. They need a display, which
/// scripts/test makes; without one they are skipped.
class WidgetTestCase: XCTestCase {
    override func setUpWithError() throws {
        let hasDisplay = MainActor.assumeIsolated { gtk_init_check() != 0 }
        try XCTSkipUnless(hasDisplay, "there is no display")
        // A caret that blinks leaves no window at rest.
        MainActor.assumeIsolated { WidgetTestCase.set("gtk-cursor-blink", to: false) }
    }

    /// Changes a setting of GTK.
    @MainActor static func set(_ property: String, to number: Int32) {
        var value = GValue()
        g_value_init(&value, GType(6 << 2))
        g_value_set_int(&value, number)
        set(property, &value)
    }

    @MainActor static func set(_ property: String, to isOn: Bool) {
        var value = GValue()
        g_value_init(&value, GType(5 << 2))
        g_value_set_boolean(&value, isOn ? 1 : 0)
        set(property, &value)
    }

    @MainActor private static func set(_ property: String, _ value: inout GValue) {
        let settings = UnsafeMutableRawPointer(gtk_settings_get_default())?.assumingMemoryBound(to: GObject.self)
        g_object_set_property(settings, property, &value)
    }

    /// Returns once it is shown and nothing has happened for a while, in five seconds at the latest.
    @MainActor static func settle(_ isShown: () -> Bool = { true }) {
        let deadline = g_get_monotonic_time() + 5_000_000
        var quiet = 0
        while quiet < 30, g_get_monotonic_time() < deadline {
            quiet = g_main_context_iteration(nil, 0) != 0 || !isShown() ? 0 : quiet + 1
            g_usleep(2_000)
        }
    }

    @MainActor static func addStyle() {
        let style = Reference(owned: OpaquePointer(gtk_css_provider_new()))
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        gtk_css_provider_load_from_path(style.cast(), "/\(root)/data/style.css")
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), style.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let icons = gtk_icon_theme_get_for_display(gdk_display_get_default())
        gtk_icon_theme_add_search_path(icons, "/\(root)/data/icons")
    }
}
