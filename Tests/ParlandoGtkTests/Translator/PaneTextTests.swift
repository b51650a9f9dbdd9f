import CGtk
import XCTest

@testable import ParlandoGtk

/// The text of one side of the translator, on a real text view.
final class PaneTextTests: WidgetTestCase {
    func testAGrowingTextLeavesTheCursorWhereItIs() {
        MainActor.assumeIsolated {
            let text = PaneText()
            text.show("Buenos")
            text.moveCursor(to: 3)
            text.show("Buenos días 👋🏽")
            XCTAssertEqual(text.view.content, "Buenos días 👋🏽")
            XCTAssertEqual(text.cursor, 3)
            text.show("Buenas")
            XCTAssertEqual(text.view.content, "Buenas")
        }
    }

    func testTypingIsToldOnceAndNotInTheMiddleOfIt() {
        MainActor.assumeIsolated {
            let text = PaneText()
            var told: [String] = []
            text.onEdit = { told.append($0) }
            text.type("One")
            text.type(" two")
            XCTAssertEqual(told, [])
            // A state from before the typing takes nothing away.
            text.show("")
            XCTAssertEqual(text.view.content, "One two")
            text.view.tellEdits()
            text.view.tellEdits()
            XCTAssertEqual(told, ["One two"])
        }
    }

    func testWhatIsShownIsNotToldAsTyped() {
        MainActor.assumeIsolated {
            let text = PaneText()
            var told: [String] = []
            text.onEdit = { told.append($0) }
            text.show("مرحبا")
            text.view.tellEdits()
            XCTAssertEqual(told, [])
        }
    }
}

extension PaneText {
    fileprivate var cursor: Int {
        var iter = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(view.buffer, &iter, gtk_text_buffer_get_insert(view.buffer))
        return Int(gtk_text_iter_get_offset(&iter))
    }

    fileprivate func moveCursor(to offset: Int32) {
        var iter = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(view.buffer, &iter, offset)
        gtk_text_buffer_place_cursor(view.buffer, &iter)
    }

    fileprivate func type(_ text: String) {
        gtk_text_buffer_insert_at_cursor(view.buffer, text, -1)
    }
}
