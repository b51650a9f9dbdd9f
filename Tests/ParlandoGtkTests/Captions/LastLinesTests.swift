import CGtk
import CGtkShim
import XCTest

@testable import ParlandoGtk
@testable import ParlandoPresenters

/// However high captions are, the lines that they have room for are whole.
final class LastLinesTests: WidgetTestCase {
    func testTheLastLinesAreDrawnAsManyAsAreWhole() {
        MainActor.assumeIsolated {
            XCTAssertTrue(parlando_attach_main_queue())
            adw_init()
            let label = Label.note()
            let sentence = CaptionViewState.Sentence(label: "", final: "Hello", interim: "", translation: "Hello")
            label.show([sentence, sentence, sentence], hint: "", percent: 200)
            let lines = Element(parlando_lines_new(label.widget))
            lines.align(nil, GTK_ALIGN_START)
            let column = Box.column()
            column.append(lines)
            let window: UnsafeMutablePointer<GtkWindow> = Reference(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 200, 600)
            gtk_window_set_child(window, column.widget)
            gtk_window_present(window)
            defer { gtk_window_destroy(window) }

            let whole = Self.drawn(lines, in: column, height: 500)
            XCTAssertEqual(whole.count, 6)
            XCTAssertGreaterThan(whole[1] * 10, whole[0] * 6, "a translation has four fifths of the size")
            // The original can be seen above its translation.
            var most = 2
            for height in stride(from: Self.least(lines, width: 200), to: 400, by: 3) {
                let heights = Self.drawn(lines, in: column, height: height)
                // Letters may begin between two pixels.
                let areWhole = zip(heights.reversed(), whole.reversed()).allSatisfy { abs($0 - $1) <= 1 }
                XCTAssertTrue(areWhole, "\(height): \(heights), not \(whole)")
                XCTAssertGreaterThanOrEqual(heights.count, most)
                most = heights.count
            }
            XCTAssertEqual(most, 6)
        }
    }

    func testTheLeastHeightIsThatOfTheLastLineAndOfFourWithATranslation() {
        MainActor.assumeIsolated {
            adw_init()
            let long = String(repeating: "word ", count: 60)
            let heights = [("", ""), (long, ""), (long, long)].map { final, translation in
                // What was never allocated is measured only once.
                let label = Label.note()
                let lines = Element(parlando_lines_new(label.widget))
                let sentence = CaptionViewState.Sentence(
                    label: "", final: final, interim: "", translation: translation)
                label.show([sentence], hint: "", percent: 400)
                return Self.least(lines, width: 300)
            }
            XCTAssertGreaterThan(heights[1], heights[0])
            XCTAssertEqual(Double(heights[2]), 4 * Double(heights[1]), accuracy: 8)
        }
    }

    @MainActor private static func least(_ lines: Element, width: Int32) -> Int32 {
        var least: Int32 = 0
        gtk_widget_set_size_request(lines.widget, -1, -1)
        gtk_widget_measure(lines.widget, GTK_ORIENTATION_VERTICAL, width, &least, nil, nil, nil)
        return least
    }

    func testWhatIsAboveThemCanBePressed() {
        MainActor.assumeIsolated {
            XCTAssertTrue(parlando_attach_main_queue())
            adw_init()
            let label = Label.note(text: (1...60).map(String.init).joined(separator: "\n"))
            let lines = Element(parlando_lines_new(label.widget))
            lines.expand(vertical: true)
            let button = Element(gtk_button_new())
            let column = Box.column()
            column.append(button, lines)
            let window: UnsafeMutablePointer<GtkWindow> = Reference(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 200, 300)
            gtk_window_set_child(window, column.widget)
            gtk_window_present(window)
            defer { gtk_window_destroy(window) }

            XCTAssertTrue(becomes { gtk_widget_get_height(lines.widget) > 0 })
            XCTAssertGreaterThan(gtk_widget_get_height(label.widget), 300)
            XCTAssertEqual(gtk_widget_pick(column.widget, 100, 10, GTK_PICK_DEFAULT), button.widget)
            XCTAssertEqual(gtk_widget_pick(column.widget, 5, 100, GTK_PICK_DEFAULT), label.widget)
        }
    }

    /// Heights of the lines of letters, from top to bottom.
    @MainActor private static func drawn(_ lines: Element, in box: Box, height: Int32) -> [Int] {
        gtk_widget_set_size_request(lines.widget, -1, height)
        XCTAssertTrue(becomes { gtk_widget_get_height(lines.widget) == height })
        let snapshot = gtk_snapshot_new()
        gtk_widget_snapshot_child(box.widget, lines.widget, snapshot)
        let picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 200, height)
        let cairo = cairo_create(picture)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(picture)
        }
        if let node = gtk_snapshot_free_to_node(snapshot) {
            gsk_render_node_draw(node, cairo)
            gsk_render_node_unref(node)
        }
        cairo_surface_flush(picture)
        guard let bytes = cairo_image_surface_get_data(picture) else {
            return []
        }
        let width = Int(cairo_image_surface_get_stride(picture))
        let hasInk = (0..<Int(height)).map { row in (0..<width).contains { bytes[row * width + $0] != 0 } }
        return hasInk.split(separator: false).map(\.count)
    }
}
