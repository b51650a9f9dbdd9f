import Foundation
import Glibc
import ParlandoCore
import ParlandoPresenters

/// Standard output and standard error, unbuffered, so that the reader of a pipe gets text at once.
enum Output {
    static var isTerminal: Bool {
        isatty(STDOUT_FILENO) != 0
    }

    static var areErrorsOnTerminal: Bool {
        isatty(STDERR_FILENO) != 0
    }

    /// Control sequences are removed on a terminal, because the text is not trusted. A file or program gets every byte.
    static func write(_ text: String) throws(Failure) {
        try command(isTerminal ? TerminalText.shown(text) : text)
    }

    /// With control sequences, which the terminal obeys.
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

    /// Unsafe characters are escaped. If writing fails, there is no other way to say so.
    static func error(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text.harmless)\n".utf8))
    }

    /// Replaces the status line on a terminal, unless the log is on. Unsafe characters are escaped.
    static func status(_ text: String) {
        if areErrorsOnTerminal, !LogArguments.isVerbose {
            try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.harmless)".utf8))
        }
    }
}
