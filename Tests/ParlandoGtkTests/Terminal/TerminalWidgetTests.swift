import CGtk
import XCTest

@testable import ParlandoGtk

/// What a program writes, in a real terminal.
final class TerminalWidgetTests: WidgetTestCase {
    func testLittleOutputIsThereWithoutWaitingForTheTerminalsTimer() {
        MainActor.assumeIsolated {
            let terminal = TerminalWidget(environment: [])
            var changes = 0
            terminal.reference.connect("contents-changed") { changes += 1 }
            // What a new terminal has to do by itself is done first.
            workOff()
            Array("a line".utf8).withUnsafeBytes { terminal.terminalProcess(TerminalProcess(), didWrite: $0) }
            XCTAssertEqual(changes, 0)
            workOff()
            XCTAssertEqual(changes, 1)
        }
    }
}

/// Does what is due now, and waits for nothing.
@MainActor private func workOff() {
    for _ in 0..<100 where g_main_context_pending(nil) != 0 {
        g_main_context_iteration(nil, 0)
    }
}
