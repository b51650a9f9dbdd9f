/// How the program in a terminal reads its input, as far as this can be determined from outside.
public struct TerminalInput: Sendable, Equatable {
    /// Bytes of a line that Linux buffers in canonical mode (`N_TTY_BUF_SIZE` − 1). The kernel drops the rest silently.
    public static let longestLine = 4095

    /// Whether the program reads whole lines (`ICANON`). Over SSH this is unknown, because `ssh` itself reads single
    /// keys.
    public var readsLines: Bool
    public var isHidden: Bool
    /// Whether the program has enabled bracketed paste.
    public var takesPastes: Bool
    /// Bytes of the line that is being typed. Irrelevant with bracketed paste: the program then edits the line itself.
    public var lineBytes: Int

    public init(readsLines: Bool = false, isHidden: Bool = false, takesPastes: Bool = false, lineBytes: Int = 0) {
        self.readsLines = readsLines
        self.isHidden = isHidden
        self.takesPastes = takesPastes
        self.lineBytes = lineBytes
    }

    public enum Fit: Sendable, Equatable {
        case whole
        /// The end of a long line is lost if the program reads line by line, which is unknown.
        case perhapsCut
        case cut
    }

    public func fit(_ text: String) -> Fit {
        guard !takesPastes, !TerminalLines(of: text, lineBytes: lineBytes).fit else {
            return .whole
        }
        return readsLines ? .cut : .perhapsCut
    }
}

/// Counts the bytes of the line that is being typed. The kernel does not report them.
public struct LineTally: Sendable {
    public private(set) var bytes = 0

    public init() {}

    /// Control keys are assumed to have their default meanings (termios(3)).
    public mutating func type(_ typed: some Sequence<UInt8>) {
        for byte in typed {
            switch byte {
            // Line feed and Enter end the line. Ctrl+C, Ctrl+D, Ctrl+U, Ctrl+Z and Ctrl+\ leave no line behind either.
            case 0x0A, 0x0D, 0x03, 0x04, 0x15, 0x1A, 0x1C: bytes = 0
            // Backspace deletes one character, which has at least one byte.
            case 0x08, 0x7F: bytes = max(0, bytes - 1)
            default: bytes += 1
            }
        }
    }

    /// To be called if the program edits its line itself, because the kernel then buffers nothing.
    public mutating func reset() {
        bytes = 0
    }
}

/// Watches a program's output for the sequence that enables bracketed paste (`ESC [ ? 2004 h`). The widget knows it
/// only after it has drawn the output, which may be too late.
public struct PasteBrackets: Sendable {
    public private(set) var isOn = false
    /// The current control sequence so far, without ESC.
    private var sequence: [UInt8]?

    private static let escape: UInt8 = 0x1B
    /// U+009B in UTF-8, which begins a control sequence as ESC [ does (ECMA-48, section 5.3).
    private static let introducer: (UInt8, UInt8) = (0xC2, 0x9B)
    private static let mode = Array("2004".utf8)
    /// Longer sequences are ignored; those that set modes are shorter.
    private static let longestSequence = 64

    public init() {}

    /// Takes output that may begin and end within a control sequence. Returns whether it enabled bracketed paste.
    public mutating func read<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool {
        var wasTurnedOn = false
        var rest = bytes[...]
        while !rest.isEmpty {
            if sequence == nil {
                guard let start = rest.firstIndex(where: { $0 == Self.escape || $0 == Self.introducer.0 }) else {
                    break
                }
                sequence = rest[start] == Self.escape ? [] : [rest[start]]
                rest = rest[start...].dropFirst()
            } else if let byte = rest.popFirst() {
                wasTurnedOn = take(byte) || wasTurnedOn
            }
        }
        return wasTurnedOn
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard byte != Self.escape else {
            sequence = []
            return false
        }
        let begun = sequence ?? []
        if begun.isEmpty {
            // The sequence ESC c resets the terminal.
            isOn = isOn && byte != UInt8(ascii: "c")
            sequence = byte == UInt8(ascii: "[") ? [byte] : nil
            return false
        }
        if begun.last == Self.introducer.0, byte == Self.introducer.1 {
            sequence = [UInt8(ascii: "[")]
            return false
        }
        if begun == [Self.introducer.0] {
            sequence = byte == Self.introducer.0 ? begun : nil
            return false
        }
        guard (0x40...0x7E).contains(byte) || begun.count == Self.longestSequence else {
            sequence = begun + [byte]
            return false
        }
        sequence = nil
        return end(begun, byte)
    }

    /// Returns whether the sequence enabled bracketed paste.
    ///
    /// - Parameters:
    ///   - begun: the bytes from `[` on, without the last.
    ///   - last: the byte that determines the command.
    private mutating func end(_ begun: [UInt8], _ last: UInt8) -> Bool {
        if begun == Array("[!".utf8), last == UInt8(ascii: "p") {
            isOn = false
        }
        guard begun.starts(with: "[?".utf8), [UInt8(ascii: "h"), UInt8(ascii: "l")].contains(last),
            begun.dropFirst(2).split(separator: UInt8(ascii: ";")).contains(where: { Array($0) == Self.mode })
        else {
            return false
        }
        isOn = last == UInt8(ascii: "h")
        return isOn
    }
}

/// Recognises password prompts by their words. A program at the other end of an SSH connection has a terminal of its
/// own, whose mode is not visible here.
public enum HiddenPrompt {
    /// Words that `sudo`, `ssh`, `su`, `passwd` and `gpg` use.
    private static let words = [
        "password", "passphrase", "passcode", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "пароль",
        "парол", "hasło", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "parola", "heslo", "jelszó",
        "şifre", "密码", "密碼", "口令", "パスワード", "암호", "비밀번호", "كلمة المرور", "סיסמה", "pin:", " pin ",
        "verification code", "one-time",
    ]
    private static let longest = 300

    public static func stands(atEndOf output: String) -> Bool {
        let line = output.unicodeScalars.suffix(longest).split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r"
        }.last
        let text = line.map(withoutCommands)?.lowercased() ?? ""
        guard let end = text.last(where: { !$0.isWhitespace }), ":：".contains(end) else {
            return false
        }
        return words.contains { text.contains($0) }
    }

    /// The line without control sequences, such as those for colours.
    private static func withoutCommands(_ line: some Sequence<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        var isCommand = false
        for scalar in line {
            if scalar == "\u{1B}" {
                (isEscaped, isCommand) = (true, false)
            } else if isEscaped {
                isEscaped = false
                isCommand = scalar == "["
            } else if isCommand {
                isCommand = !(0x40...0x7E).contains(scalar.value)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
