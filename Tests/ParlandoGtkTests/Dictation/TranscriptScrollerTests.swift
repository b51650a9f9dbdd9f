import CGtk
import CGtkShim
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// The newest words stay in sight, but for somebody who reads.
final class TranscriptScrollerTests: WidgetTestCase {
    func testTheEndIsFollowedUntilSomebodyScrollsUpAndAgainFromTheEndOn() {
        MainActor.assumeIsolated {
            XCTAssertTrue(parlando_attach_main_queue())
            let text = TranscriptText()
            let scroller = TranscriptScroller(text)
            let window: UnsafeMutablePointer<GtkWindow> = Reference(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 400, 300)
            gtk_window_set_child(window, scroller.widget)
            gtk_window_present(window)
            defer { gtk_window_destroy(window) }

            text.show(Self.paragraphs(50))
            XCTAssertTrue(becomes { scroller.height > 1000 && scroller.isAtEnd })
            text.show(Self.paragraphs(60))
            XCTAssertTrue(becomes { scroller.height > 1400 && scroller.isAtEnd })

            let (before, place) = (scroller.height, scroller.place - 500)
            scroller.place = place
            text.show(Self.paragraphs(80))
            XCTAssertTrue(becomes { scroller.height > before + 300 })
            XCTAssertEqual(scroller.place, place)

            scroller.place = scroller.height
            text.show(Self.paragraphs(100))
            XCTAssertTrue(becomes { scroller.height > before + 900 && scroller.isAtEnd })

            // A toast covers empty room, not the last words.
            let whole = scroller.height
            scroller.makeRoom(forToast: true)
            XCTAssertTrue(becomes { scroller.height > whole + 50 && scroller.isAtEnd })
            scroller.makeRoom(forToast: false)
            XCTAssertTrue(becomes { abs(scroller.height - whole) < 1 && scroller.isAtEnd })
        }
    }

    func testStartAndAnEmptyPageFollowTheEndAgain() throws {
        try MainActor.assumeIsolated {
            XCTAssertTrue(parlando_attach_main_queue())
            adw_init()
            let page = DictationPage()
            let window: UnsafeMutablePointer<GtkWindow> = Reference(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 400, 500)
            gtk_window_set_child(window, page.root.widget)
            gtk_window_present(window)
            defer { gtk_window_destroy(window) }
            var state = DictationViewState()
            let scrolled = try XCTUnwrap(
                everyWidget(in: page.root.widget).first { widget in
                    typeName(widget) == "GtkScrolledWindow"
                        && gtk_scrolled_window_get_child(OpaquePointer(widget)).map { typeName($0) } == "GtkTextView"
                })
            let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))
            var place: Double { gtk_adjustment_get_value(adjustment) }
            var end: Double { gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) }
            @MainActor func render(_ count: Int) {
                state.paragraphs = Self.paragraphs(count)
                page.render(state)
            }

            render(80)
            XCTAssertTrue(becomes { end > 500 && abs(place - end) < 1 })
            gtk_adjustment_set_value(adjustment, 0)
            let before = end
            render(100)
            XCTAssertTrue(becomes { end > before + 100 })
            XCTAssertEqual(place, 0)
            state.button = .stop
            render(101)
            XCTAssertTrue(becomes { abs(place - end) < 1 })

            gtk_adjustment_set_value(adjustment, 0)
            render(0)
            render(90)
            XCTAssertTrue(becomes { end > 500 && abs(place - end) < 1 })
        }
    }

    private static func paragraphs(_ count: Int) -> [[DictationViewState.Run]] {
        (0..<count).map { [.init("Paragraph \($0)", .final)] }
    }
}

/// Lets the window work until it is so. Returns false if it did not become so.
@MainActor func becomes(_ isSo: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
        if isSo(), g_main_context_pending(nil) == 0 {
            return true
        }
        g_main_context_iteration(nil, 0)
    }
    return false
}

extension TranscriptScroller {
    private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(OpaquePointer(gtk_overlay_get_child(opaque)))
    }

    fileprivate var height: Double { gtk_adjustment_get_upper(adjustment) }

    fileprivate var place: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    fileprivate var isAtEnd: Bool {
        abs(place + gtk_adjustment_get_page_size(adjustment) - height) < 1
    }
}
