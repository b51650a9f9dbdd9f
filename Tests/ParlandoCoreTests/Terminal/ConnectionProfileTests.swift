import ParlandoCore
import Testing

@Suite struct ConnectionProfileTests {
    private static let attic = ConnectionProfile(
        id: "1", name: "Attic", host: "attic.example", user: "ann", port: 2222, options: "-o 'User Agent=x y' -4")

    @Test func theCommandEndsWithTheHostWhateverItIsCalled() {
        #expect(
            Self.attic.command == [
                "ssh", "-p", "2222", "-l", "ann", "-o", "User Agent=x y", "-4", "--", "attic.example",
            ])
        #expect(ConnectionProfile(host: "box").command == ["ssh", "--", "box"])
    }

    @Test(arguments: [
        ("-oProxyCommand=evil", "", 0, ConnectionProfile.Problem.host), ("", "", 0, .noHost), ("a b", "", 0, .host),
        ("a\nb", "", 0, .host), ("x", "-l", 0, .user), ("x", "a b", 0, .user), ("x", "", -1, .port),
        ("x", "", 65_536, .port),
    ])
    func whatSshWouldMisunderstandIsRefused(host: String, user: String, port: Int, problem: ConnectionProfile.Problem) {
        #expect(ConnectionProfile(host: host, user: user, port: port).problem == problem)
    }

    @Test(arguments: [
        ("", nil), ("-A -C -v", nil), ("-o ServerAliveInterval=15", nil), ("-J a,b -i ~/.ssh/key", nil),
        ("-vvAp 22", nil),
        ("-L8080:localhost:80", nil), ("host", SSHOptions.Problem.stray("host")), ("-A host ls", .stray("host")),
        ("--", .stray("--")), ("-", .stray("-")), ("-Z", .stray("-Z")), ("-o", .valueMissing("-o")),
        ("-i \"a b", .openQuotation), ("-i a\\", .openQuotation), ("-N", .noTerminal("-N")),
        ("-4fT", .noTerminal("-f")),
    ])
    func optionsAreOptionsAndNothingElse(line: String, problem: SSHOptions.Problem?) {
        #expect(SSHOptions(line).problem == problem)
    }

    @Test(arguments: [
        ("a b", ["a", "b"]), ("  'a b'  c ", ["a b", "c"]), (#""a 'b'""#, ["a 'b'"]),
        (#"a\ b 'c\d'"#, ["a b", #"c\d"#]),
        ("''", [""]), ("a'b'\"c\"", ["abc"]), ("$HOME `ls` *", ["$HOME", "`ls`", "*"]),
    ])
    func wordsAreSplitAndNothingIsComputed(line: String, words: [String]) {
        #expect(ShellWords.split(line) == words)
    }

    @Test func connectionsSurviveAsText() {
        var preferences = TerminalPreferences()
        preferences.connections = [Self.attic, ConnectionProfile(id: "2", host: "подвал.example")]
        var read = TerminalPreferences()
        read.connectionText = preferences.connectionText
        #expect(read == preferences)
        #expect(read.sanitized() == preferences)
    }

    @Test func oneBadEntryDoesNotCostTheOthers() {
        var preferences = TerminalPreferences()
        preferences.connectionText =
            #"[{"id": "1"}, 7, {"id": "2", "host": "x", "later": 1}, {"id": "3", "host": "-x"}]"#
        #expect(preferences.sanitized().connections.map(\.id) == ["2"])
    }

    @Test(arguments: [
        ("@@@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @@@\n…\nHost key verification failed.", .hostKeyChanged),
        ("Host key verification failed.", .hostKeyRefused),
        ("ssh: Could not resolve hostname nowhere: Name or service not known", .unknownHost),
        ("ssh: connect to host x port 22: Connection refused", .refused),
        ("a@x: Permission denied (publickey).", .denied), ("Connection to x closed by remote host.", .lost),
        ("client_loop: send disconnect: Broken pipe", .lost), ("", .other), ("Welcome!", SSHComplaint.other),
    ])
    func whatSshComplainsAboutIsUnderstood(text: String, complaint: SSHComplaint) {
        #expect(SSHComplaint(saying: text) == complaint)
    }

    @Test func whatWasSaidLongAgoIsNotTheReason() {
        let old = "Connection refused\n" + String(repeating: "line\n", count: 60)
        #expect(SSHComplaint(saying: old) == .other)
    }

    @Test func theStatusOfAProgramTellsHowItEnded() {
        #expect(TerminalExit(waitStatus: 255 << 8) == .sshFailed)
        #expect(TerminalExit(waitStatus: 0) == .code(0))
        #expect(TerminalExit(waitStatus: 9) == .signal(9))
    }
}
