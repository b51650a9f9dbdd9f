import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// The form of a server says of its key what the keyring says, and a keyring that makes others wait loses no choice.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ServerKeyTests {
    private let view = SpyServerPreferencesView()
    private let store = FakePreferenceStore()
    private let attic = ServerProfile(name: "Attic", address: "https://attic.example", wire: .whisper, hasKey: true)
    private var name: SecretName { SecretName(.server, owner: attic.id) }

    init() {
        store.change { $0.servers.profiles = [attic] }
    }

    private func presenter(_ secrets: any SecretStore) -> ServerPreferencesPresenter {
        let presenter = ServerPreferencesPresenter(
            view: view, store: store, secrets: secrets, servers: FakeServers())
        presenter.activate()
        return presenter
    }

    private var titles: [[String]] { view.states.map { $0.servers.map(\.title) } }

    @Test func thePlaceOfAKeyIsWhatTheKeyringSays() async throws {
        let presenter = presenter(FakeSecretStore([name: "secret"], for: "https://cellar.example"))
        presenter.edit(attic.id)
        var form = try #require(view.forms.last)
        await view.nextChange { !view.keys.isEmpty }
        form.adopt(try #require(view.keys.last))
        #expect(form.keyNote.contains("only for https://cellar.example."))
        #expect(form.keyTitle == "API Key for the New Address")
        form.address = "https://cellar.example/v1"
        #expect(form.keyNote.isEmpty)
        #expect(form.keyTitle == "API Key (Saved; Type to Replace)")
    }

    @Test func aKeyThatTheKeyringDoesNotHoldIsNotCalledSaved() async throws {
        let presenter = presenter(FakeSecretStore())
        presenter.edit(attic.id)
        var form = try #require(view.forms.last)
        await view.nextChange { !view.keys.isEmpty }
        form.adopt(try #require(view.keys.last))
        #expect(form.keyTitle == "API Key (Optional)")
        form.address = "https://cellar.example"
        #expect(form.keyNote.isEmpty)
        // A keyring of the desktop that is closed may look empty: what is saved still names a key.
        #expect(form.profile?.hasKey == true)
    }

    @Test func whatIsSaidOfAnotherServersKeyIsIgnored() {
        var form = ServerForm(attic)
        form.adopt(ServerKeyState(of: "other", place: Origin("https://cellar.example")))
        #expect(form == ServerForm(attic))
        var new = ServerForm()
        new.adopt(ServerKeyState(of: new.id, place: Origin("https://cellar.example")))
        #expect(new.keyTitle == "API Key (Optional)")
    }

    @Test func aFormThatWasClosedIsToldNothing() async {
        let held = HeldSecretStore(FakeSecretStore([name: "secret"]))
        let presenter = presenter(held)
        var waits = held.waits.makeAsyncIterator()
        presenter.edit(attic.id)
        _ = await waits.next()
        presenter.endForm()
        presenter.edit(attic.id)
        _ = await waits.next()
        held.release()
        held.release()
        await view.nextChange { !view.keys.isEmpty }
        #expect(view.keys == [ServerKeyState(of: attic.id, place: Origin(attic.address))])
    }

    @Test func aServerWithoutAKeyAsksNoKeyring() async throws {
        let held = HeldSecretStore(FakeSecretStore([name: "secret"]))
        let presenter = presenter(held)
        store.change { $0.servers.profiles[0].hasKey = false }
        presenter.edit(attic.id)
        #expect(view.forms.count == 1)
        store.change { $0.servers.profiles[0].hasKey = true }
        presenter.edit(attic.id)
        var waits = held.waits.makeAsyncIterator()
        _ = await waits.next()
        held.release()
        await view.nextChange { !view.keys.isEmpty }
        #expect(view.keys.count == 1)
    }

    @Test func aLaterChoiceIsNotReplacedByOneThatHadToWait() async throws {
        let held = HeldSecretStore(FakeSecretStore([name: "secret"]))
        let presenter = presenter(held)
        var waits = held.waits.makeAsyncIterator()
        var moved = ServerForm(attic)
        moved.name = "Moved"
        moved.address = "https://cellar.example"
        presenter.save(moved)
        _ = await waits.next()
        var named = ServerForm(attic)
        named.name = "Latest"
        presenter.save(named)
        for _ in 0..<10 {
            await Task.yield()
        }
        held.release()
        await view.nextChange { view.state.servers.map(\.title) == ["Latest"] }
        #expect(titles == [["Attic"], ["Moved"], ["Latest"]])
    }

    @Test func aServerThatIsRemovedWhileTheKeyringIsAskedDoesNotComeBack() async throws {
        let held = HeldSecretStore(FakeSecretStore([name: "secret"]))
        let presenter = presenter(held)
        var waits = held.waits.makeAsyncIterator()
        var moved = ServerForm(attic)
        moved.address = "https://cellar.example"
        presenter.save(moved)
        _ = await waits.next()
        // As by `parlandoctl servers remove`, or with all data.
        store.change { $0.servers.profiles = [] }
        held.release()
        // Saved next, and so after what waited.
        var form = ServerForm()
        form.name = "New"
        form.address = "https://new.example"
        presenter.save(form)
        await view.nextChange { view.state.servers.contains { $0.title == "New" } }
        #expect(store.load().servers.profiles.map(\.name) == ["New"])
    }
}
