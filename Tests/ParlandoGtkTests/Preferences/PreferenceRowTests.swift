import CGtk
import ParlandoCore
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// The rows of the preferences window, on real widgets.
final class PreferenceRowTests: WidgetTestCase {
    @MainActor private static func allRows(_ content: PreferencesContent) -> [any PreferenceRow] {
        content.rows + [content.servers.engine, content.servers.timeout, content.servers.task]
            + (content.translator.groups + content.general.groups(content.history)
            + content.privacy.groups(content.history)).flatMap(\.preferenceRows)
    }

    func testEveryRowShowsADeclaredPreference() {
        MainActor.assumeIsolated {
            for row in Self.allRows(PreferencesContent()) {
                XCTAssertFalse(row.declared.contains { $0 == nil }, "\(type(of: row))")
            }
        }
    }

    /// The rows of a page are connected in one place and shown in another: they have to be the same.
    func testTheRowsThatAreShownAreThoseThatAreConnected() {
        MainActor.assumeIsolated {
            let content = PreferencesContent()
            // Both are held until they are compared: a row that is gone would leave its place to the next.
            let (shown, connected) = (Self.allRows(content), Self.allRows(content))
            XCTAssertEqual(shown.map { $0.widget }, connected.map { $0.widget })
        }
    }

    func testEveryPreferenceThatAPageResetsHasARow() {
        MainActor.assumeIsolated {
            let shown = Set(Self.allRows(PreferencesContent()).flatMap(\.declared).compactMap { $0?.name })
            let reset = Preferences.declared.filter { $0.page != nil }.map(\.name)
            // The mirror has a row for addresses, and a voice is chosen for each language.
            XCTAssertEqual(Set(reset).subtracting(shown), ["mirror", "translator-voices"])
        }
    }

    func testASwitchOfANumberSetsZeroAndTheDefault() {
        MainActor.assumeIsolated {
            let row = SwitchRow(zeroIsOff: \.silenceStop, "x")
            var values: [Int?] = []
            row.onChange { values.append($0.value(of: \.silenceStop)) }
            row.show(Preferences())
            XCTAssertEqual(values, [])
            guard let control = Self.control(in: row.widget) else {
                return XCTFail("there is no switch")
            }
            gtk_switch_set_active(OpaquePointer(control), 0)
            gtk_switch_set_active(OpaquePointer(control), 1)
            XCTAssertEqual(values, [0, 30])
        }
    }

    func testAValueThatWouldBeCutStandsAboveTheNote() {
        MainActor.assumeIsolated {
            let row = ChoiceRow(\.microphone, "x", subtitle: "note")
            row.show([.init("", "First"), .init("usb", "Second")], chosen: "")
            var chosen: [String] = []
            row.onChoose { chosen.append($0) }
            let window = Element(gtk_window_new())
            gtk_window_set_default_size(window.reference.cast(), 360, 200)
            gtk_window_set_child(window.reference.cast(), row.widget)
            gtk_window_present(window.reference.cast())
            adw_combo_row_set_selected(row.reference.cast(), 1)
            let shown = adw_action_row_get_subtitle(row.reference.cast()).map { String(cString: $0) }
            XCTAssertEqual(shown, "Second\nnote")
            XCTAssertEqual(chosen, ["usb"])
            gtk_window_destroy(window.reference.cast())
        }
    }

    func testAValueStandsBelowTheTitleWhereThereIsNeverRoomBesideIt() {
        MainActor.assumeIsolated {
            let row = ChoiceRow(\.captions.source, "x")
            row.isAlwaysBelow = true
            row.show([.init("computer", "What This Computer Plays")], chosen: "computer")
            let shown = adw_action_row_get_subtitle(row.reference.cast()).map { String(cString: $0) }
            XCTAssertEqual(shown, "What This Computer Plays")
            XCTAssertNotEqual(adw_combo_row_get_use_subtitle(row.reference.cast()), 0)
        }
    }

    @MainActor static func control(in widget: UnsafeMutablePointer<GtkWidget>?) -> UnsafeMutableRawPointer? {
        guard let widget else {
            return nil
        }
        let object = UnsafeMutableRawPointer(widget)
        if g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_switch_get_type()) != 0 {
            return object
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if let found = control(in: next) {
                return found
            }
            child = gtk_widget_get_next_sibling(next)
        }
        return nil
    }
}
