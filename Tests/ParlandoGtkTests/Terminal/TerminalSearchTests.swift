import CGtk
import ParlandoCore
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// Searching what a program wrote, in a real terminal.
final class TerminalSearchTests: WidgetTestCase {
    func testEveryCharacterIsTakenLiterally() {
        MainActor.assumeIsolated {
            let terminal = SearchedTerminal(["first (a+)+$ line", "second [x] line", "Ёлка"])
            XCTAssertTrue(terminal.finds("(a+)+$"))
            XCTAssertTrue(terminal.finds("[x]"))
            XCTAssertTrue(terminal.finds("ёлка"))
            XCTAssertFalse(terminal.finds("ёлка", isCaseSensitive: true))
            XCTAssertFalse(terminal.finds("a.+"))
            XCTAssertFalse(terminal.finds("first.*line"))
        }
    }

    func testTheSearchGoesFromLineToLineAndBeginsAnewAtTheEnd() {
        MainActor.assumeIsolated {
            let terminal = SearchedTerminal(["x one", "x two", "x three"])
            XCTAssertTrue(terminal.finds("x"))
            XCTAssertTrue(terminal.finds("x t", .up))
            XCTAssertTrue(terminal.widget.hasSelection)
            XCTAssertTrue(terminal.finds("x", .down, isNew: false))
            XCTAssertTrue(terminal.finds("x", .down, isNew: false))
        }
    }

    func testAnAbsurdTextDoesNotHoldUpTheWindow() {
        MainActor.assumeIsolated {
            let line = String(repeating: "a", count: 200)
            let terminal = SearchedTerminal(Array(repeating: line, count: 10_000))
            let began = g_get_monotonic_time()
            XCTAssertFalse(terminal.finds(String(repeating: "a", count: 999) + "b"))
            XCTAssertFalse(terminal.finds(String(repeating: "(a*)*", count: 190) + "b"))
            XCTAssertFalse(terminal.finds("b" + String(repeating: "я", count: 499)))
            // A third of a second at most for each on an idle machine.
            XCTAssertLessThan(g_get_monotonic_time() - began, 10_000_000)
        }
    }
}

@MainActor private final class SearchedTerminal {
    let widget = TerminalWidget(TerminalTabID(1), environment: [])
    private let window = Element(gtk_window_new())

    init(_ lines: [String]) {
        // Selected text goes to the clipboard of the window.
        gtk_window_set_child(window.reference.cast(), widget.widget)
        gtk_window_present(window.reference.cast())
        widget.setScrollback(10_000)
        let end = "the end of it"
        let process = TerminalProcess()
        for block in (lines + [end]).chunked(500) {
            let text = block.map { $0 + "\r\n" }.joined()
            Array(text.utf8).withUnsafeBytes { widget.terminalProcess(process, didWrite: $0) }
        }
        XCTAssertTrue(waitUntil { finds(end) })
    }

    isolated deinit {
        gtk_window_destroy(window.reference.cast())
    }

    func finds(
        _ text: String, _ direction: TerminalSearch.Direction = .up, isCaseSensitive: Bool = false, isNew: Bool = true
    ) -> Bool {
        TerminalSearch(text, isCaseSensitive: isCaseSensitive, direction: direction, isNew: isNew).map(widget.find)
            ?? false
    }
}

extension [String] {
    fileprivate func chunked(_ size: Int) -> [ArraySlice<String>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
