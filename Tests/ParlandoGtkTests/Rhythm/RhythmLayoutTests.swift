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
            let cases: [(Int32, Int32, Bool)] = [(690, 536, false), (690, 536, true), (360, 500, false)]
            for (width, height, isSet) in cases {
                state.set = isSet ? "Song 1 · 2 of 5" : ""
                let window = Self.show(pages.rhythm, state, width, height)
                let root = pages.rhythm.root.widget
                let buttons = everyWidget(in: root).filter {
                    gtk_widget_has_css_class($0, "pill") != 0 && gtk_widget_get_mapped($0) != 0
                }
                // In a set, also one for the next exercise.
                XCTAssertEqual(buttons.count, isSet ? 4 : 3)
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

    func testNothingHasToBeScrolledToWithEveryWayToPractise() throws {
        try MainActor.assumeIsolated {
            adw_init()
            Self.addStyle()
            var screen = RhythmScreen(library: SamplePatterns.all)
            (screen.preferences.rhythm.swing, screen.preferences.rhythm.silentBars) = (66, 2)
            (screen.preferences.rhythm.dropped, screen.preferences.rhythm.trains) = (30, true)
            let cases: [(Bool, RhythmInput)] = [(false, .tap), (true, .tap), (false, .microphone), (false, .none)]
            // What a window of 600 pixels leaves between its bars.
            for (width, height) in [(780, 526), (360, 508)] as [(Int32, Int32)] {
                for (isExercise, input) in cases {
                    screen.preferences.rhythm.input = input
                    let page = RhythmPage()
                    var state = screen.state
                    state.isExercise = isExercise
                    (state.notice, state.caption) = ("Silent bar", "90 BPM · bar 3 of 8 · 95 from bar 5 · pass 2: 92%")
                    let window = Self.show(page, state, width, height)
                    defer { Self.close(window) }
                    let scroller = try XCTUnwrap(
                        everyWidget(in: page.root.widget).first { typeName($0) == "GtkScrolledWindow" })
                    let range = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
                    XCTAssertLessThanOrEqual(
                        gtk_adjustment_get_upper(range), gtk_adjustment_get_page_size(range),
                        "\(width), \(isExercise), \(input)")
                    XCTAssertEqual(gtk_widget_get_width(page.root.widget), width)
                    if width == 780, !isExercise {
                        let label = try Self.label(of: page.panel.practice)
                        XCTAssertEqual(pango_layout_is_ellipsized(gtk_label_get_layout(label)), 0)
                    }
                }
            }
        }
    }

    func testTheBarsThatWentWrongAreOfferedBesideTheOtherButtons() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            var state = pages.judged
            for (drill, count) in [("", 3), ("Bars 5–6 of Quarter note", 4)] {
                state.results?.drill = drill
                let window = Self.show(pages.rhythm, state, 360, 560)
                let root = pages.rhythm.root.widget
                let buttons = everyWidget(in: root).filter {
                    gtk_widget_has_css_class($0, "pill") != 0 && gtk_widget_get_mapped($0) != 0
                }
                XCTAssertEqual(buttons.count, count)
                for button in buttons {
                    let place = Self.place(of: button, in: root)
                    XCTAssertLessThanOrEqual(place.origin.y + place.size.height, 560)
                }
                Self.close(window)
            }
        }
    }

    func testAWayToPractiseIsSetByItsRowAndShownByItsButton() throws {
        try MainActor.assumeIsolated {
            adw_init()
            var screen = RhythmScreen(library: SamplePatterns.all)
            let page = RhythmPage()
            page.render(screen.state)
            let button = page.panel.practice
            let label = try Self.label(of: button)
            let numbers = everyWidget(in: button.widget).filter { typeName($0) == "GtkSpinButton" }
            let isShown = {
                numbers.map { gtk_widget_get_visible(gtk_widget_get_ancestor($0, adw_action_row_get_type())) }
            }
            XCTAssertEqual(gtk_label_get_text(label).map { String(cString: $0) }, "Practice…")
            XCTAssertEqual(isShown(), [1, 1, 0, 1, 0, 0, 0])
            screen.preferences.rhythm.silentBars = 2
            page.render(screen.state)
            XCTAssertEqual(gtk_label_get_text(label).map { String(cString: $0) }, "2+2 bars")
            XCTAssertEqual(isShown(), [1, 1, 1, 1, 0, 0, 0])
            XCTAssertEqual(numbers.map { gtk_spin_button_get_value(OpaquePointer($0)) }, [50, 2, 2, 0, 120, 5, 4])
            // In eighths nothing is swung.
            XCTAssertEqual(gtk_widget_is_sensitive(numbers[0]), 1)
            screen.preferences.rhythm.meter = .sixEight
            screen.preferences.rhythm.trains = true
            page.render(screen.state)
            XCTAssertEqual(gtk_widget_is_sensitive(numbers[0]), 0)
            XCTAssertEqual(isShown(), [1, 1, 1, 1, 1, 1, 1])
        }
    }

    /// A window with the page, and the field of its tempo, which has the focus.
    @MainActor private static func typing(into page: RhythmPage) throws -> (window: Element, text: WidgetPointer) {
        let window = Self.show(page, RhythmScreen(library: SamplePatterns.all).state, 690, 536)
        let text = try XCTUnwrap(everyWidget(in: page.root.widget).first { typeName($0) == "GtkText" })
        gtk_widget_grab_focus(text)
        return (window, text)
    }

    func testEnterInTheTempoMovesTheFocusToTheStart() throws {
        try MainActor.assumeIsolated {
            adw_init()
            let page = RhythmPage()
            let (window, text) = try Self.typing(into: page)
            defer { Self.close(window) }
            XCTAssertNotEqual(gtk_widget_has_focus(text), 0)
            Self.emit("activate", by: text, of: gtk_text_get_type())
            let focus = gtk_window_get_focus(window.reference.cast())
            let start = try XCTUnwrap(focus.flatMap { gtk_widget_get_tooltip_text($0) })
            XCTAssertEqual(String(cString: start), "Start")
        }
    }

    /// A tempo that is being typed is set when the focus leaves it, which a key of the window does not do by itself.
    func testAStartByAKeyFirstTakesTheTempoThatIsBeingTyped() throws {
        try MainActor.assumeIsolated {
            adw_init()
            let page = RhythmPage()
            let (window, text) = try Self.typing(into: page)
            defer { Self.close(window) }
            let number = OpaquePointer(try XCTUnwrap(gtk_widget_get_ancestor(text, gtk_spin_button_get_type())))
            gtk_editable_set_text(OpaquePointer(text), "120")
            XCTAssertEqual(gtk_spin_button_get_value(number), 90)
            page.press()
            XCTAssertEqual(gtk_spin_button_get_value(number), 120)
        }
    }

    func testTheSubdivisionsHaveTheNamesOfTheTimeSignature() throws {
        try MainActor.assumeIsolated {
            adw_init()
            var screen = RhythmScreen(library: SamplePatterns.all)
            let page = RhythmPage()
            for (meter, name) in [(Meter.fourFour, "Quarters"), (.sixEight, "Dotted Quarters")] {
                screen.preferences.rhythm.meter = meter
                page.render(screen.state)
                let names = gtk_drop_down_get_model(page.panel.subdivision.opaque)
                let first = try XCTUnwrap(gtk_string_list_get_string(names, 0))
                XCTAssertEqual(String(cString: first), name)
            }
        }
    }

    func testOneChoiceIsPressedAndStaysSoWhenItIsPressedAgain() {
        MainActor.assumeIsolated {
            adw_init()
            let strip = ChoiceStrip()
            strip.show(.init(options: [.init("a", "A"), .init("b", "B")], chosen: "a"))
            let buttons = everyWidget(in: strip.widget).filter { typeName($0) == "GtkToggleButton" }
            for pressed in [0, 1, 1, 0] {
                Self.emit("clicked", by: buttons[pressed], of: gtk_button_get_type())
                let active = buttons.map { gtk_toggle_button_get_active(Element($0).reference.cast()) != 0 }
                XCTAssertEqual(active, [pressed == 0, pressed == 1])
            }
        }
    }

    @MainActor private static func label(of button: any Widget) throws -> OpaquePointer {
        OpaquePointer(try XCTUnwrap(everyWidget(in: button.widget).first { typeName($0) == "GtkLabel" }))
    }

    @MainActor private static func emit(_ signal: String, by widget: WidgetPointer, of type: GType) {
        var instance = GValue()
        g_value_init(&instance, type)
        g_value_set_object(&instance, widget)
        g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, nil)
        g_value_unset(&instance)
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

    @MainActor private static func place(of widget: WidgetPointer, in root: WidgetPointer) -> graphene_rect_t {
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(widget, root, &bounds), 0)
        return bounds
    }
}
