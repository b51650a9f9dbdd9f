import ParlandoCore
import Testing

@Suite struct HiddenPromptTests {
    @Test(arguments: [
        "[sudo] password for ann: ", "ann@cellar's password: ", "Enter passphrase for key '/home/ann/.ssh/id': ",
        "\r\nPassword:", "[sudo] пароль для ann: ", "Passwort: ", "ls\r\n\u{1B}[1mPassword:\u{1B}[0m ", "密码：",
    ])
    func aLineThatAsksForAPasswordIsKnown(output: String) {
        #expect(HiddenPrompt.stands(atEndOf: output))
    }

    @Test(arguments: [
        "", "$ ", "ann@cellar:~$ ", "password: \r\n", "Sorry, try again.\r\n", "[sudo] password for ann: \r\n$ ",
        "the password is lost", "Continue: ",
    ])
    func otherLinesAreNot(output: String) {
        #expect(!HiddenPrompt.stands(atEndOf: output))
    }
}
