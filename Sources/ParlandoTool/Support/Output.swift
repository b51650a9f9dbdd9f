import Foundation
import Glibc
import ParlandoCore
import ParlandoPresenters

/// Standard output and standard error. Both are written without buffering, so that a reader of a pipe receives the text
/// at once.
enum Output {
    /// Whether standard output is a terminal.
    static var isTerminal: Bool {
        isatty(STDOUT_FILENO) != 0
    }

    /// Whether standard error is a terminal.
    static var areErrorsOnTerminal: Bool {
        isatty(STDERR_FILENO) != 0
    }

    /// Writes text. Its content is untrusted, so control sequences are removed on a terminal; a file or another program
    /// gets every byte.
    static func write(_ text: String) throws(Failure) {
        try command(isTerminal ? TerminalText.shown(text) : text)
    }

    /// Writes text with its control sequences, which the terminal obeys.
    static func command(_ text: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw Failure(.outputClosed, "")
            } else if errno != EINTR {
                throw Failure(.io, tr("The output could not be written."))
            }
        }
    }

    static func line(_ text: String) throws(Failure) {
        try write(text + "\n")
    }

    /// Writes a header line above the transcript of one of several files.
    static func header(_ path: String) throws(Failure) {
        try line("==> \(path.harmless) <==")
    }

    /// Writes a message line to standard error, with unsafe characters escaped. Failures are ignored, because there is
    /// no other way to report them.
    static func error(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text.harmless)\n".utf8))
    }

    /// Replaces the status line if standard error is a terminal and the log is off; otherwise does nothing. Unsafe
    /// characters are escaped.
    static func status(_ text: String) {
        if areErrorsOnTerminal, !LogArguments.isVerbose {
            try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.harmless)".utf8))
        }
    }
}
