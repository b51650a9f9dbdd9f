import CGtk
import CGtkShim
import ParlandoCore
import XCTest

@testable import ParlandoGtk

/// A real program in a real pseudo-terminal, and what it has written so far.
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

/// Lets the main loop run until the condition holds; answers whether it did within ten seconds.
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
