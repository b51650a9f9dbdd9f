/// Recognises password prompts in a terminal by their words.
///
/// For a program on this computer, the terminal's mode shows whether typed text is hidden. A program at the other end
/// of an SSH connection has a terminal of its own, whose mode is not visible here. In this case only the words of the
/// prompt show that a password is expected.
public enum HiddenPrompt {
    /// Words for passwords that `sudo`, `ssh`, `su`, `passwd` and `gpg` use, in the most common languages.
    private static let words = [
        "password", "passphrase", "passcode", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "пароль",
        "парол", "hasło", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "parola", "heslo", "jelszó",
        "şifre", "密码", "密碼", "口令", "パスワード", "암호", "비밀번호", "كلمة المرور", "סיסמה", "pin:", " pin ",
        "verification code", "one-time",
    ]
    /// Maximum number of characters that are examined at the end of the terminal's output.
    private static let longest = 300

    /// Returns whether the last line of a terminal's output is a prompt for a password.
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

    /// Returns a line without control sequences, such as those for colours.
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
