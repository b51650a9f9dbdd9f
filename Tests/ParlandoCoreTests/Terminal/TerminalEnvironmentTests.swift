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

@Suite struct UserShellTests {
    private func candidates(_ variable: String?, _ account: String?, there: Set<String> = ["/bin/bash", "/bin/sh"])
        -> [String]
    {
        UserShell.candidates(variable: variable, account: account) { there.contains($0) }
    }

    @Test func theUsersOwnShellComesFirstWhetherItIsThereOrNot() {
        #expect(candidates("/usr/bin/fish", "/bin/bash") == ["/usr/bin/fish", "/bin/bash", "/bin/sh"])
        #expect(candidates("/nonexistent", nil) == ["/nonexistent", "/bin/bash", "/bin/sh"])
        #expect(candidates("", "/bin/bash") == ["", "/bin/bash", "/bin/sh"])
        #expect(candidates("/bin/sh", "/bin/bash") == ["/bin/sh", "/bin/bash"])
    }

    @Test func withoutTheVariableTheAccountDecides() {
        #expect(candidates(nil, "/bin/sh") == ["/bin/sh", "/bin/bash"])
        #expect(candidates(nil, "/usr/sbin/nologin") == ["/usr/sbin/nologin", "/bin/bash", "/bin/sh"])
        #expect(candidates(nil, "") == ["/bin/bash", "/bin/sh"])
        #expect(candidates(nil, nil, there: ["/bin/sh"]) == ["/bin/sh"])
    }
}
