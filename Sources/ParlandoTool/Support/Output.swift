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

extension String {
    /// One line that is safe on a terminal. Control and invisible characters, which file names may have, are escaped:
    /// `\x1B`, `\n`, `\u{202E}`.
    var harmless: String {
        let scalars = unicodeScalars
        var visible: Unicode.Scalar?
        var result = ""
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let after = next < scalars.endIndex ? scalars[next] : nil
            if let spelled = Self.spelled(scalar, before: visible, after: after) {
                result += spelled
                visible = nil
            } else {
                result.unicodeScalars.append(scalar)
                visible = InvisibleText.hides(scalar) ? visible : scalar
            }
        }
        return result
    }

    /// The escape sequence; nil if none is needed.
    private static func spelled(
        _ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?
    ) -> String? {
        if let byte = PathBytes.byte(of: scalar) {
            return "\\x" + hexadecimal(UInt32(byte))
        }
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where !InvisibleText.hides(scalar): return nil
        case _ where InvisibleText.isSpelling(scalar, before: before, after: after): return nil
        case _ where scalar.isASCII: return "\\x" + hexadecimal(scalar.value)
        default: return "\\u{" + hexadecimal(scalar.value) + "}"
        }
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
