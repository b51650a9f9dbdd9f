import ParlandoCore
import Testing

@Suite struct TerminalEnvironmentTests {
    @Test func noKeyReachesWhatRunsInTheTerminal() {
        let variables = TerminalEnvironment.variables(from: [
            "PARLANDO_GEMINI_KEY": "secret", "PARLANDO_GOOGLE_KEY": "secret", "PARLANDO_SERVER_KEY": "secret",
            "PARLANDO_LATER_SERVICE_KEY": "secret", "PARLANDO_DATADIR": "/d", "SSH_KEY": "mine", "TERM": "vt100",
        ])
        #expect(variables == ["COLORTERM=truecolor", "PARLANDO_DATADIR=/d", "SSH_KEY=mine", "TERM=xterm-256color"])
    }
}
