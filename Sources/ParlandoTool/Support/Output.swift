import Foundation
import Glibc
import ParlandoCore

/// The program's own output, line by line: what is written is out at once, for whoever waits for it in a pipe.
enum Output {
    /// Whether a person reads it on a terminal.
    static var isTerminal: Bool {
        isatty(STDOUT_FILENO) != 0
    }

    /// Whether a person reads messages on a terminal.
    static var areErrorsOnTerminal: Bool {
        isatty(STDERR_FILENO) != 0
    }

    /// Writes text. What stands in it may come from anywhere, so that a terminal gets only what it shows; a file or
    /// another program gets every byte.
    static func write(_ text: String) throws(Failure) {
        try command(isTerminal ? TerminalText.shown(text) : text)
    }

    /// Writes bytes that a terminal is to obey.
    static func command(_ text: String) throws(Failure) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw Failure(.io, "The output could not be written.")
        }
    }

    static func line(_ text: String) throws(Failure) {
        try write(text + "\n")
    }

    /// A line over what is said in one of several files.
    static func header(_ path: String) throws(Failure) {
        try line("==> \(path.harmless) <==")
    }

    /// A line for people, made harmless. Where even that cannot be written there is nobody left to tell.
    static func error(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text.harmless)\n".utf8))
    }

    /// Replaces the last line on a terminal, made harmless; nothing elsewhere.
    static func status(_ text: String) {
        if areErrorsOnTerminal {
            try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.harmless)".utf8))
        }
    }
}
