import CGtk
import ParlandoCore
import ParlandoTestSupport
import XCTest

@testable import ParlandoGtk
@testable import ParlandoPresenters

/// What stays in its place on the rhythm page, and what stays in sight.
final class RhythmLayoutTests: WidgetTestCase {
    func testTheMetronomeStartsWithoutMovingAnything() throws {
        try MainActor.assumeIsolated {
            try Self.checkStart(with: .none, patterns: []) {
                ["GtkSpinButton", "GtkScale", "GtkDropDown"].contains(typeName($0))
            }
        }
    }

    func testTheNotesStayInTheirPlaceWhenAnExerciseStarts() throws {
        try MainActor.assumeIsolated {
            try Self.checkStart(with: .tap, patterns: SamplePatterns.all) {
                gtk_widget_has_css_class($0, "notation") != 0
            }
        }
    }

    func testTheButtonsBelowTheResultsStayInSightOnEveryDay() throws {
        try MainActor.assumeIsolated {
            let pages = AllPages()
            var state = pages.judged
            state.results?.accuracyByDay = RhythmReport.Chart(title: "Accuracy by Day")
            state.results?.biasByDay = RhythmReport.Chart(title: "Mean Deviation by Day")
            for (width, height) in [(690, 536), (360, 500)] as [(Int32, Int32)] {
                let window = Self.show(pages.rhythm, state, width, height)
                let root = pages.rhythm.root.widget
                let buttons = everyWidget(in: root).filter {
                    gtk_widget_has_css_class($0, "pill") != 0 && gtk_widget_get_mapped($0) != 0
                }
                XCTAssertEqual(buttons.count, 3)
                for button in buttons {
                    let place = Self.place(of: button, in: root)
                    XCTAssertLessThanOrEqual(place.origin.y + place.size.height, Float(height))
                }
                let body = try XCTUnwrap(
                    everyWidget(in: root).first { gtk_widget_has_css_class($0, "results") != 0 })
                if width == 690 {
                    // Not even the charts have to be scrolled to.
                    XCTAssertGreaterThanOrEqual(Self.place(of: body, in: root).origin.y, 0)
                    XCTAssertLessThan(gtk_widget_get_height(body), height - 60)
                }
                Self.close(window)
            }
        }
    }

    @MainActor private static func checkStart(
        with input: RhythmInput, patterns: [ParlandoCore.Pattern], of isMeant: (WidgetPointer) -> Bool
    ) throws {
        adw_init()
        let page = RhythmPage()
        var screen = RhythmScreen(library: patterns)
        screen.preferences.rhythm.input = input
        var state = screen.state
        let window = show(page, state, 690, 536)
        defer { close(window) }
        let parts = everyWidget(in: page.root.widget).filter { isMeant($0) && gtk_widget_get_mapped($0) != 0 }
        XCTAssertGreaterThan(parts.count, 1)
        let places = parts.map { place(of: $0, in: page.root.widget) }
        (state.button, state.canChoose, state.isExercise) = (.stop, false, input != .none)
        page.render(state)
        settle()
        for (part, place) in zip(parts, places) {
            XCTAssertNotEqual(gtk_widget_get_mapped(part), 0, typeName(part))
            XCTAssertEqual(Self.place(of: part, in: page.root.widget).origin.y, place.origin.y, typeName(part))
        }
    }

    @MainActor private static func show(
        _ page: RhythmPage, _ state: RhythmViewState, _ width: Int32, _ height: Int32
    ) -> Element {
        page.render(state)
        let window = Element(gtk_window_new())
        gtk_window_set_default_size(window.reference.cast(), width, height)
        gtk_window_set_decorated(window.reference.cast(), 0)
        gtk_window_set_child(window.reference.cast(), page.root.widget)
        gtk_window_present(window.reference.cast())
        settle()
        return window
    }

    @MainActor private static func close(_ window: Element) {
        gtk_window_set_child(window.reference.cast(), nil)
        gtk_window_destroy(window.reference.cast())
    }

    /// Returns once the layout has not changed for a while.
    @MainActor private static func settle() {
        let deadline = g_get_monotonic_time() + 5_000_000
        var quiet = 0
        while quiet < 30, g_get_monotonic_time() < deadline {
            quiet = g_main_context_iteration(nil, 0) != 0 ? 0 : quiet + 1
            g_usleep(2_000)
        }
    }

    @MainActor private static func place(of widget: WidgetPointer, in root: WidgetPointer) -> graphene_rect_t {
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(widget, root, &bounds), 0)
        return bounds
    }
}
