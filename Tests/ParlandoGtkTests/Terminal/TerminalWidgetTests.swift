import CGtk
import CVte
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// What a program writes, in a real terminal.
final class TerminalWidgetTests: WidgetTestCase {
    func testLittleOutputIsThereWithoutWaitingForTheTerminalsTimer() {
        MainActor.assumeIsolated {
            let terminal = TerminalWidget(TerminalTabID(1), environment: [])
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

    func testANewSessionBeginsWithATerminalThatWasReset() {
        MainActor.assumeIsolated {
            let terminal = TerminalWidget(TerminalTabID(1), environment: ["PATH=/usr/bin:/bin"])
            let ends = Ends()
            terminal.delegate = ends
            terminal.run([
                "/bin/bash", "-c",
                "echo before; printf '\\033[?1049h\\033[?2004h\\033[?1000h\\033[?1h\\033=alternate'",
            ])
            XCTAssertTrue(waitUntil { ends.count == 1 && terminal.text.contains("alternate") })
            XCTAssertEqual(terminal.bytesOfPaste, "\u{1B}[200~x\u{1B}[201~")
            terminal.run(["/bin/bash", "-c", "printf after; sleep 10"])
            XCTAssertTrue(waitUntil { terminal.text.contains("after") })
            XCTAssertTrue(terminal.text.contains("before"), terminal.text)
            XCTAssertFalse(terminal.text.contains("alternate"))
            XCTAssertEqual(terminal.bytesOfPaste, "x")
            terminal.hangUp()
        }
    }
}

extension TerminalWidget {
    private var terminal: UnsafeMutablePointer<VteTerminal> {
        reference.cast()
    }

    fileprivate var text: String {
        guard let text = vte_terminal_get_text(terminal, nil, nil, nil) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    fileprivate var bytesOfPaste: String {
        let committed = Committed()
        reference.connectBytes("commit") { committed.text += String(decoding: $0, as: UTF8.self) }
        vte_terminal_paste_text(terminal, "x")
        return committed.text
    }
}

@MainActor private final class Committed {
    var text = ""
}

@MainActor private final class Ends: TerminalWidgetDelegate {
    private(set) var count = 0

    func terminalWidget(in tab: TerminalTabID, didReport event: TerminalEvent) {
        if case .ended = event {
            count += 1
        }
    }

    func terminalWidget(in tab: TerminalTabID, hasFocus: Bool) {}
}

@MainActor private func workOff() {
    for _ in 0..<100 where g_main_context_pending(nil) != 0 {
        g_main_context_iteration(nil, 0)
    }
}
