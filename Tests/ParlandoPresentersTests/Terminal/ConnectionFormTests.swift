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
        ("ann@roof.example:2200", "", "", "ann@roof.example:2200"), ("ann@roof", "", "22", "ann@roof:22"),
        ("roof:2200", "ann", "", "ann@roof:2200"), ("a@b@roof", "", "", "a@b@roof"), ("fe80::1", "", "", "fe80::1"),
        ("roof:ssh", "", "", "roof:ssh"), ("bob@roof", "ann", "", "ann@bob@roof"),
    ])
    func userAndPortMayBeTypedWithTheHost(host: String, user: String, port: String, address: String) {
        var form = ConnectionForm()
        (form.host, form.user, form.port) = (host, user, port)
        #expect(form.connection?.address == address)
    }

    @Test func aPortThatIsTooLargeIsSaidWhereverItWasTyped() {
        var form = ConnectionForm()
        form.host = "roof.example:70000"
        #expect(form.connection == nil)
        #expect(form.problem == "The port must be a number from 1 to 65535.")
    }
}
