import ParlandoCore
import Testing

@testable import ParlandoPresenters

/// What may be typed into the form of a connection.
@Suite struct ConnectionFormTests {
    @Test(arguments: ["x", "0", "70000", "-1"])
    func aPortThatIsNoneIsSaid(port: String) {
        var form = ConnectionForm()
        form.host = "x"
        form.port = port
        #expect(form.connection == nil)
        #expect(!form.problem.isEmpty)
    }

    @Test(arguments: [
        (["ann@roof.example:2200", "", ""], ["roof.example", "ann", "2200"]),
        (["ann@roof", "", "22"], ["roof", "ann", "22"]), (["roof:2200", "ann", ""], ["roof", "ann", "2200"]),
        (["a@b@roof", "", ""], ["roof", "a@b", "0"]), (["fe80::1", "", ""], ["fe80::1", "", "0"]),
        (["roof:ssh", "", ""], ["roof:ssh", "", "0"]), (["bob@roof", "ann", ""], ["bob@roof", "ann", "0"]),
    ])
    func userAndPortMayBeTypedWithTheHost(typed: [String], read: [String]) {
        var form = ConnectionForm()
        (form.host, form.user, form.port) = (typed[0], typed[1], typed[2])
        let connection = form.connection
        #expect([connection?.host, connection?.user, connection.map { "\($0.port)" }] == read)
    }

    @Test func aPortThatIsTooLargeIsSaidWhereverItWasTyped() {
        var form = ConnectionForm()
        form.host = "roof.example:70000"
        #expect(form.connection == nil)
        #expect(form.problem == "The port must be a number from 1 to 65535.")
    }
}
