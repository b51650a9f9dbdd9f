/// A question for a password, recognised by its words.
///
/// On this computer a program that hides what is typed is told by the terminal's mode. What runs on the far side of an SSH
/// connection has a terminal of its own, which nobody here can ask: there the line that waits for an answer has to do.
public enum HiddenPrompt {
    /// What `sudo`, `ssh`, `su`, `passwd` and `gpg` call it, in the languages they are translated into most often.
    private static let words = [
        "password", "passphrase", "passcode", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "пароль",
        "парол", "hasło", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "parola", "heslo", "jelszó",
        "şifre", "密码", "密碼", "口令", "パスワード", "암호", "비밀번호", "كلمة المرور", "סיסמה", "pin:", " pin ",
        "verification code", "one-time",
    ]
    /// Letters of a line that can still be a question.
    private static let longest = 300

    /// Whether the last line of what was written asks for a password and waits for it.
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

    /// Without control sequences, such as those for colours.
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
