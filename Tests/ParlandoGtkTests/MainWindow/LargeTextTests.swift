import CGtk
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// Each page in the narrowest window, 360 pixels, with text of twice the usual size.
final class LargeTextTests: WidgetTestCase {
    private static let width: Int32 = 360
    /// With a banner, progress and a status at once.
    private static let height: Int32 = 800
    /// 96 dots per inch, in 1024ths, twice over.
    private static let twice: Int32 = 2 * 96 * 1024

    override func setUpWithError() throws {
        try super.setUpWithError()
        MainActor.assumeIsolated {
            adw_init()
            Self.addStyle()
            Self.set("gtk-xft-dpi", to: Self.twice)
        }
    }

    override func tearDown() {
        MainActor.assumeIsolated { Self.set("gtk-xft-dpi", to: -1) }
        super.tearDown()
    }

    func testNothingIsCutOnThePageOfDictation() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.fill()
            Self.check(pages.dictation)
            pages.dictation.render(DictationViewState())
            Self.check(pages.dictation)
        }
    }

    func testNothingIsCutOnThePageOfRhythm() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.fill()
            Self.check(pages.rhythm)
            pages.rhythm.render(pages.drilled)
            Self.check(pages.rhythm)
            pages.rhythm.render(pages.judged)
            Self.check(pages.rhythm)
        }
    }

    func testTheVerdictIsWholeAndTheCaptionInSightWhileStrokesAreJudged() throws {
        try MainActor.assumeIsolated {
            let pages = AllPages()
            var state = pages.drilled
            state.status = "Стучите любой клавишей. Escape — закончить."
            pages.rhythm.render(state)
            let root = pages.rhythm.root.widget
            let all = everyWidget(in: root)
            let drawings = all.filter { typeName($0) == "GtkDrawingArea" }
            let shape = try XCTUnwrap(
                drawings.first { gtk_drawing_area_get_content_width(Element($0).reference.cast()) == 30 })
            let scroller = try XCTUnwrap(all.first { typeName($0) == "GtkScrolledWindow" })
            let labels = all.filter { typeName($0) == "GtkLabel" }
            let caption = try XCTUnwrap(
                labels.first { String(cString: gtk_label_get_text(OpaquePointer($0))) == state.caption })
            // What a window of 720 pixels leaves between its bars.
            Self.check("rhythm", pages.rhythm.root, height: 603) {
                XCTAssertEqual(gtk_widget_get_height(shape), gtk_widget_get_width(shape))
                var bounds = graphene_rect_t()
                XCTAssertNotEqual(gtk_widget_compute_bounds(caption, scroller, &bounds), 0)
                XCTAssertLessThanOrEqual(
                    bounds.origin.y + bounds.size.height, Float(gtk_widget_get_height(scroller)))
            }
        }
    }

    func testNothingIsCutOnThePageOfTheTranslator() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.fill()
            Self.check(pages.translator)
        }
    }

    func testNothingIsCutOnThePageOfTheTerminal() {
        MainActor.assumeIsolated {
            let pages = AllPages()
            pages.terminal.render(pages.listed)
            Self.check(pages.terminal)
            pages.fill()
            Self.check(pages.terminal)
        }
    }

    func testNothingIsCutInTheFindBar() {
        MainActor.assumeIsolated {
            let text = EditedText("transcript", horizontal: 0, top: 0, bottom: 0, inside: 0, below: 0)
            let bar = FindBar(name: "Найти в тексте", FoundMarks(text), canReplace: true)
            var state = FindViewState()
            state.status = "Не найдено"
            bar.show(state)
            bar.toggleReplacing()
            let column = Box.column()
            column.append(bar)
            Self.check("find", column)
        }
    }

    func testNothingIsCutOnAnyPageOfThePreferences() {
        MainActor.assumeIsolated {
            let content = PreferencesContent()
            for page in content.pages() {
                Self.check(page.title, page.content)
            }
        }
    }

    @MainActor private static func check(_ page: any Page) {
        check(page.name, page.root)
    }

    @MainActor private static func check(
        _ name: String, _ root: any Widget, height: Int32 = LargeTextTests.height, also body: () -> Void = {}
    ) {
        let window = Element(gtk_window_new())
        gtk_window_set_default_size(window.reference.cast(), Self.width, height)
        gtk_window_set_decorated(window.reference.cast(), 0)
        gtk_window_set_child(window.reference.cast(), root.widget)
        gtk_window_present(window.reference.cast())
        settle { gtk_widget_get_width(root.widget) > 0 }
        XCTAssertEqual(gtk_widget_get_width(root.widget), Self.width, "\(name) is wider than the window")
        XCTAssertLessThanOrEqual(
            gtk_widget_get_height(root.widget), height, "\(name) is higher than the window")
        let labels = everyWidget(in: root.widget).filter {
            typeName($0) == "GtkLabel" && gtk_widget_get_mapped($0) != 0
        }
        XCTAssertGreaterThan(labels.count, 2, name)
        for label in labels {
            let text = String(cString: gtk_label_get_text(OpaquePointer(label)))
            XCTAssertFalse(isShortened(label) && !isSaidInFull(text, by: label), "\(name): '\(text)' is shortened")
            if let place = placeThatCuts(label) {
                XCTFail("\(name): '\(text)' reaches beyond \(place)")
            }
        }
        body()
        gtk_window_set_child(window.reference.cast(), nil)
        gtk_window_destroy(window.reference.cast())
    }

    @MainActor private static func isShortened(_ label: WidgetPointer) -> Bool {
        gtk_label_get_layout(OpaquePointer(label)).map { pango_layout_is_ellipsized($0) != 0 } ?? false
    }

    /// Whether a tooltip contains the text: names of models, languages and servers may be of any length.
    @MainActor private static func isSaidInFull(_ text: String, by label: WidgetPointer) -> Bool {
        outer(of: label).contains { widget in
            gtk_widget_get_tooltip_text(widget).map { String(cString: $0).contains(text) } ?? false
        }
    }

    /// The first widget around a label that it reaches out of; what can be scrolled may be of any height.
    @MainActor private static func placeThatCuts(_ label: WidgetPointer) -> String? {
        var scrolls = false
        for widget in outer(of: label).dropFirst() {
            scrolls = scrolls || typeName(widget) == "GtkViewport"
            var bounds = graphene_rect_t()
            guard gtk_widget_compute_bounds(label, widget, &bounds) != 0 else {
                continue
            }
            let (x, y) = (bounds.origin.x, bounds.origin.y)
            let isWide = x < -1 || x + bounds.size.width > Float(gtk_widget_get_width(widget)) + 1
            let isHigh = y < -1 || y + bounds.size.height > Float(gtk_widget_get_height(widget)) + 1
            if isWide || isHigh && !scrolls {
                let size = "\(gtk_widget_get_width(widget)) × \(gtk_widget_get_height(widget))"
                return "a \(typeName(widget)) of \(size): \(x), \(y), \(bounds.size.width) × \(bounds.size.height)"
            }
        }
        return nil
    }

    @MainActor private static func outer(of widget: WidgetPointer) -> [WidgetPointer] {
        var all = [widget]
        while let parent = all.last.flatMap(gtk_widget_get_parent) {
            all.append(parent)
        }
        return all
    }
}
