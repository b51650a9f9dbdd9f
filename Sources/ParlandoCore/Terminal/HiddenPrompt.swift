/// Recognises password prompts by their words.
///
/// On this computer the terminal's mode shows whether a program hides its input. A program on the far side of an SSH
/// connection has a terminal of its own, and its mode is not visible here. There, the prompt itself has to be
/// recognised.
public enum HiddenPrompt {
    /// Words for passwords that `sudo`, `ssh`, `su`, `passwd` and `gpg` use, in the most common languages.
    private static let words = [
        "password", "passphrase", "passcode", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "пароль",
        "парол", "hasło", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "parola", "heslo", "jelszó",
        "şifre", "密码", "密碼", "口令", "パスワード", "암호", "비밀번호", "كلمة المرور", "סיסמה", "pin:", " pin ",
        "verification code", "one-time",
    ]
    /// Maximum number of characters examined at the end of the output.
    private static let longest = 300

    /// Returns whether the last line of the output is a prompt for a password.
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

    /// Removes control sequences, such as those for colours.
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
