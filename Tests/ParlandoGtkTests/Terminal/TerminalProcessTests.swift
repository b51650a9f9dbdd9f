import CGtk
import CGtkShim
import ParlandoCore
import XCTest

@testable import ParlandoGtk

/// Real programs in real pseudo-terminals.
final class TerminalProcessTests: WidgetTestCase {
    /// More than a terminal holds.
    private static let much = String(repeating: "x", count: 40_000)

    private func checkUnread(_ script: String, _ end: TerminalExit) {
        MainActor.assumeIsolated {
            let program = RunningProgram("stty raw -echo; echo ready; " + script)
            program.waitFor("ready")
            program.type(Self.much)
            checkEnd(of: program, end)
        }
    }

    func testAProgramThatEndsWithoutReadingItsInputIsNoticed() {
        checkUnread("sleep 0.5; exit 3", .code(3))
    }

    func testAStoppedProgramThatIsKilledIsNoticed() {
        checkUnread("(sleep 0.5; kill -KILL $$) & kill -STOP $$", .signal(9))
    }

    func testAProgramMayCloseItsTerminalAndOpenItAgain() {
        MainActor.assumeIsolated {
            let program = RunningProgram(
                """
                stty raw -echo; echo ready; sleep 0.1; exec 3<&- </dev/null >/dev/null 2>&1; sleep 0.5
                exec </dev/tty >/dev/tty; stty raw -echo; echo back; head -c 40000 | wc -c; sleep 30
                """)
            program.waitFor("ready")
            let began = g_get_monotonic_time()
            XCTAssertTrue(waitUntil { g_get_monotonic_time() - began > 300_000 })
            program.type(Self.much)
            program.waitFor("back")
            // Not only what is read at the end.
            program.waitFor("40000")
            program.process.hangUp()
        }
    }

    func testWhatBecomesOfWhatIsTypedIsReadFromTheTerminal() {
        MainActor.assumeIsolated {
            let program = RunningProgram(
                "echo lines; read x; echo secret; read -s x; stty raw -echo; echo keys; head -c 1 >/dev/null; echo end")
            program.waitFor("lines")
            XCTAssertEqual(program.process.input, TerminalInput(readsLines: true))
            program.type("one")
            XCTAssertEqual(program.process.input, TerminalInput(readsLines: true, lineBytes: 3))
            program.type(" line\r")
            program.waitFor("secret")
            XCTAssertTrue(waitUntil { program.process.input.isHidden })
            XCTAssertEqual(program.process.input, TerminalInput(readsLines: true, isHidden: true))
            // It is told as well, though nothing is written when the mode changes.
            XCTAssertTrue(waitUntil { program.inputs.last?.isHidden == true })
            program.type("word\r")
            program.waitFor("keys")
            XCTAssertEqual(program.process.input, TerminalInput())
            program.type("x")
            program.waitFor("end")
        }
    }

    func testAQuestionForAPasswordOnTheFarSideIsKnownByItsWords() {
        MainActor.assumeIsolated {
            let program = RunningProgram(
                "stty raw -echo; printf '[sudo] password for ann: '; head -c 1; printf '\\r\\n$ '; sleep 9")
            program.waitFor("ann: ")
            XCTAssertTrue(program.process.input.isHidden)
            program.type("x")
            program.waitFor("$ ")
            XCTAssertFalse(program.process.input.isHidden)
            program.process.hangUp()
        }
    }

    func testPastedTextIsInBracketsIfTheProgramAskedForThem() {
        MainActor.assumeIsolated {
            let program = RunningProgram("stty raw -echo; printf '\\033[?2004hready'; head -c 15 | od -A n -t c")
            program.waitFor("ready")
            program.process.paste("a\nb")
            program.waitFor("033   [   2   0   0   ~   a  \\r   b 033   [   2   0   1   ~")
        }
    }

    func testBracketsEndWithTheProgramThatAskedForThem() {
        MainActor.assumeIsolated {
            let program = RunningProgram(
                """
                set -m; bash -c 'printf "\\033[?2004hasked"; read -n 1; kill -KILL $$'
                stty raw -echo; echo ready; head -c 4 | od -A n -t c; sleep 1
                """)
            program.waitFor("asked")
            program.type("x")
            program.waitFor("ready")
            program.process.paste("text")
            program.waitFor("t   e   x   t")
            // The terminal is told, too, for what the user pastes.
            program.waitFor("\u{1B}[?2004l")
        }
    }
}

@MainActor private func checkEnd(of program: RunningProgram, _ exit: TerminalExit) {
    XCTAssertTrue(waitUntil { program.exit != nil }, "nobody noticed the end")
    XCTAssertEqual(program.exit, exit)
    let (began, used) = (g_get_monotonic_time(), parlando_thread_seconds())
    XCTAssertTrue(waitUntil { g_get_monotonic_time() - began > 500_000 })
    XCTAssertLessThan(parlando_thread_seconds() - used, 0.2)
    program.type("lost")
    XCTAssertFalse(program.process.isRunning)
}

@MainActor final class RunningProgram: TerminalProcessDelegate {
    let process = TerminalProcess()
    private(set) var written = ""
    private(set) var inputs: [TerminalInput] = []
    private(set) var exit: TerminalExit?

    /// - Parameter script: for bash.
    init(_ script: String) {
        process.delegate = self
        process.start(["/bin/bash", "-c", script], environment: ["PATH=/usr/bin:/bin"], rows: 24, columns: 80)
    }

    func waitFor(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(waitUntil { written.contains(text) }, "no \(text) in: \(written)", file: file, line: line)
    }

    func type(_ text: String) {
        process.write(Array(text.utf8))
    }

    func terminalProcessDidStart(_ process: TerminalProcess) {}

    func terminalProcess(_ process: TerminalProcess, didFailToStart detail: String) {
        written += "not started: \(detail)"
    }

    func terminalProcess(_ process: TerminalProcess, didWrite bytes: UnsafeRawBufferPointer) {
        written += String(decoding: bytes, as: UTF8.self)
    }

    func terminalProcess(_ process: TerminalProcess, didChange input: TerminalInput) {
        inputs.append(input)
    }

    func terminalProcess(_ process: TerminalProcess, didEnd exit: TerminalExit) {
        self.exit = exit
    }
}

/// Lets the main loop run until the condition holds, for at most ten seconds.
@MainActor func waitUntil(_ condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + 10_000_000
    // Something is due at least this often.
    let tick = g_timeout_add(20, { _ in 1 }, nil)
    defer { g_source_remove(tick) }
    while !condition() {
        guard g_get_monotonic_time() < end else {
            return false
        }
        g_main_context_iteration(nil, 1)
    }
    return true
}
