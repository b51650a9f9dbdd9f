import ParlandoCore
import ParlandoTestSupport
import Testing

/// A fake that other tests rely on.
@Suite struct FakeNetworkStatusTests {
    @Test func aNetworkThatReturnsUnseenDoesSoOnce() async {
        let network = FakeNetworkStatus()
        network.become(available: false)
        network.returnUnseen()
        _ = await network.changes()
        #expect(await network.isAvailable())
        network.become(available: false)
        _ = await network.changes()
        #expect(await !network.isAvailable())
    }
}
