import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct ServerPreferencesTests {
    private let view = SpyServerPreferencesView()
    private let store = FakePreferenceStore()
    private let secrets = FakeSecretStore()
    private let servers = FakeServers()
    private let presenter: ServerPreferencesPresenter
    private let old = ServerProfile(name: "Attic", address: "https://attic.example", wire: .whisper, hasKey: true)
    private var name: SecretName { SecretName(.server, owner: old.id) }

    init() {
        presenter = ServerPreferencesPresenter(
            view: view, store: store, secrets: secrets, servers: servers, calendar: FixedClock())
        presenter.activate()
    }

    private func form(key: String = "") throws -> ServerForm {
        presenter.add()
        var form = try #require(view.forms.last)
        form.name = "Attic"
        form.address = " https://attic.example "
        form.wire = .openAI
        form.model = "large"
        form.key = Private(key)
        return form
    }

    @Test func aServerIsAddedChangedAndRemovedAndItsKeyWithIt() async throws {
        presenter.save(try form(key: "secret"))
        await view.nextChange { !view.state.servers.isEmpty }
        let made = try #require(store.load().servers.profiles.first)
        #expect(made.address == "https://attic.example")
        #expect(made.hasKey)
        let name = SecretName(.server, owner: made.id)
        #expect(secrets.text(of: name) == "secret")
        presenter.edit(made.id)
        var form = try #require(view.forms.last)
        form.name = "Cellar"
        form.forgetsKey = true
        presenter.save(form)
        await view.nextChange { view.state.servers.map(\.title) == ["Cellar"] }
        #expect(store.load().servers.profiles.first?.hasKey == false)
        #expect(secrets.text(of: name) == nil)
        presenter.remove(made.id)
        await view.nextChange { view.state.servers.isEmpty }
    }

    @Test func aServerThatMovesIsAskedForItsKeyAnew() async throws {
        presenter.save(try form(key: "secret"))
        await view.nextChange { !view.state.servers.isEmpty }
        let made = try #require(store.load().servers.profiles.first)
        let name = SecretName(.server, owner: made.id)
        #expect(secrets.origin(of: name) == Origin("https://attic.example"))
        var form = ServerForm(made)
        #expect(form.keyNote.isEmpty)
        form.address = "https://attic.example/v1"
        #expect(form.keyNote.isEmpty)
        for address in ["https://cellar.example", "https://attic.example:8443", "http://127.0.0.1"] {
            form.address = address
            #expect(form.keyNote.contains("only for https://attic.example."))
            #expect(form.keyTitle == "API Key for the New Address")
        }
        // Whoever saves without one keeps the old one, which stays where it is.
        form.name = "Cellar"
        presenter.save(form)
        await view.nextChange { view.state.servers.map(\.title) == ["Cellar"] }
        #expect(secrets.origin(of: name) == Origin("https://attic.example"))
        form.key = Private("other")
        #expect(form.keyNote.isEmpty)
        form.name = "Cellar 2"
        presenter.save(form)
        await view.nextChange { view.state.servers.map(\.title) == ["Cellar 2"] }
        #expect(secrets.text(of: name) == "other")
        #expect(secrets.origin(of: name) == Origin("http://127.0.0.1"))
    }

    /// A server whose address is being changed, with a key that is not bound to the address yet.
    private func unbound() -> (FakeSecretStore, ServerPreferencesPresenter, ServerForm) {
        let secrets = FakeSecretStore([name: "secret"])
        store.change { $0.servers.profiles = [old] }
        let presenter = ServerPreferencesPresenter(
            view: view, store: store, secrets: secrets, servers: servers, calendar: FixedClock())
        presenter.activate()
        var form = ServerForm(old)
        form.address = "https://cellar.example"
        return (secrets, presenter, form)
    }

    @Test func aKeyThatIsNotYetBoundStaysWithTheAddressThatIsLeft() async throws {
        let (secrets, presenter, moved) = unbound()
        var form = moved
        secrets.fail(with: SecretError(.locked))
        presenter.save(form)
        await view.nextChange { !view.toasts.isEmpty }
        // A key that cannot be bound would go to the new address: it does not change.
        #expect(store.load().servers.profiles == [old])
        secrets.fail(with: nil)
        form.name = "Cellar"
        presenter.save(form)
        await view.nextChange { view.state.servers.map(\.title) == ["Cellar"] }
        #expect(secrets.origin(of: name) == Origin("https://attic.example"))
    }

    @Test(arguments: [nil, SecretError(.locked)])
    func aTestSendsNoKeyThatIsNotYetBoundToAnotherAddress(failure: SecretError?) async throws {
        let (secrets, presenter, moved) = unbound()
        var form = moved
        secrets.fail(with: failure)
        presenter.test(form)
        await view.nextChange { view.tests.last?.isRunning == false }
        #expect(view.tests.last?.isFailure == true)
        #expect(view.tests.last?.text == failure?.message.text ?? form.keyNote)
        #expect(servers.tested.isEmpty)
        #expect(secrets.origin(of: name) == (failure == nil ? Origin("https://attic.example") : nil))
        // With a key of its own the new address is tested, and the old key is left alone.
        form.key = Private("other")
        presenter.test(form)
        await view.nextChange { view.tests.last?.isRunning == false && !servers.tested.isEmpty }
        #expect(servers.keys.map(\.?.revealed) == ["other"])
        #expect(secrets.text(of: name) == "secret")
    }

    @Test func removingTheChosenServerSaysWhoRecognisesNow() async throws {
        presenter.save(try form())
        await view.nextChange { !view.state.servers.isEmpty }
        let id = try #require(store.load().servers.profiles.first?.id)
        presenter.apply(PreferenceChange(\.servers.engine, id))
        #expect(view.state.preferences.servers.engine == id)
        presenter.remove(id)
        await view.nextChange { view.state.servers.isEmpty }
        #expect(view.state.preferences.servers.engine == "")
        #expect(view.toasts.count == 1)
    }

    @Test(arguments: ["", "secret"])
    func anAddressThatNoKeyCanBeBoundToIsSavedWithoutOne(key: String) async throws {
        var form = try form(key: key)
        form.address = "https://attic~1.example"
        try #require(form.profile != nil && Origin(form.address) == nil)
        presenter.save(form)
        await view.nextChange { !view.tests.isEmpty || !view.state.servers.isEmpty }
        #expect(view.tests.isEmpty == key.isEmpty)
        #expect(store.load().servers.profiles.map(\.address) == (key.isEmpty ? [form.address] : []))
    }

    @Test func aKeyThatCannotBeKeptAddsNoServerThatPretendsToHaveOneAndStaysInTheForm() async throws {
        secrets.fail(with: SecretError(.locked))
        let form = try form(key: "secret")
        presenter.save(form)
        await view.nextChange { !view.tests.isEmpty }
        #expect(view.tests == [ServerTestState(text: SecretError(.locked).message.text, isFailure: true)])
        #expect(view.closedForms == 0)
        #expect(store.load().servers.profiles.isEmpty)
        secrets.fail(with: nil)
        presenter.save(form)
        await view.nextChange { !view.state.servers.isEmpty }
        #expect(view.closedForms == 1)
    }

    @Test func withoutAKeyringTheKeyOfAServerIsKeptUntilTheProgramEnds() async throws {
        secrets.fail(with: SecretError(.absent))
        let session = SessionSecrets(secrets)
        let presenter = ServerPreferencesPresenter(
            view: view, store: store, secrets: session, servers: servers, calendar: FixedClock())
        presenter.activate()
        presenter.save(try form(key: "secret"))
        await view.nextChange { !view.state.servers.isEmpty }
        #expect(view.toasts == ["No keyring was found. The key is kept until Parlando closes."])
        let made = try #require(store.load().servers.profiles.first)
        let origin = try #require(Origin(made.endpoint))
        #expect(try await session.secret(SecretName(.server, owner: made.id), for: origin)?.revealed == "secret")
        // After the next start there is none.
        let later = ServerPreferencesPresenter(
            view: view, store: store, secrets: SessionSecrets(secrets), servers: servers,
            calendar: FixedClock())
        later.edit(made.id)
        await view.nextChange { view.keys.last == ServerKeyState(server: made.id, place: nil) }
        later.endForm()
    }

    @Test func aTestSaysWhatCameBackAndHowLongItTook() async throws {
        let form = try form(key: "secret")
        let profile = try #require(form.profile)
        servers.answer(.success(ServerTest(text: "And so my fellow", seconds: 1.26, profile: profile)))
        presenter.test(form)
        await view.nextChange { view.tests.last?.isRunning == false }
        #expect(view.tests.first?.isRunning == true)
        #expect(view.tests.last == ServerTestState(text: "Responded in 1.3 s: “And so my fellow”", found: profile))
        #expect(servers.keys.last??.revealed == "secret")
    }

    @Test func whatATestFindsOutIsShownAndSaved() async throws {
        var form = try form()
        var found = try #require(form.profile)
        found.address = "https://attic.example/openai/v1/audio/transcriptions"
        found.format = .plain
        servers.answer(.success(ServerTest(text: "And so", seconds: 1, profile: found)))
        presenter.test(form)
        await view.nextChange { view.tests.last?.isRunning == false }
        let state = try #require(view.tests.last)
        #expect(state.text.contains(found.address) && state.text.contains("And so"))
        form.adopt(try #require(state.found), for: try #require(form.profile))
        #expect(form.address == found.address)
        #expect(form.profile == found)
        // What was learnt of this server is not believed of another one.
        form.model = "other"
        #expect(form.profile?.format == .timed)
        form.model = "large"
        presenter.save(form)
        await view.nextChange { !view.state.servers.isEmpty }
        #expect(store.load().servers.profiles == [found])
        var edited = ServerForm(found)
        #expect(edited.profile == found)
        edited.address = "https://elsewhere.example"
        #expect(edited.profile?.format == .timed)
    }

    @Test func aTestOfWhatWasEditedSinceChangesNothing() throws {
        var form = try form()
        let asked = try #require(form.profile)
        var found = asked
        found.address = "https://attic.example/openai/v1/audio/transcriptions"
        form.address = "https://elsewhere.example"
        form.adopt(found, for: asked)
        #expect(form.address == "https://elsewhere.example")
    }

    @Test(arguments: [
        (ServerError.Kind.complained(Private("failed to read WAV file.")), "says"),
        (.refused(status: 500, reason: Private("failed to read WAV file")), "refused the request (error 500)"),
    ])
    func theServersOwnReasonIsShownAndNeverLogged(kind: ServerError.Kind, verb: String) async throws {
        servers.answer(.failure(ServerError(kind)))
        presenter.test(try form())
        await view.nextChange { view.tests.last?.isRunning == false }
        #expect(view.tests.last?.text == "The server \(verb): “failed to read WAV file”.")
        #expect(!"\(ServerError(kind))".contains("WAV"))
    }

    @Test(arguments: [ServerError.Kind.unreachable, .unauthorized, .notUnderstood, .timedOut, .redirected, .tooLarge])
    func aTestThatFailsSaysWhy(kind: ServerError.Kind) async throws {
        servers.answer(.failure(ServerError(kind)))
        presenter.test(try form())
        await view.nextChange { view.tests.last?.isRunning == false }
        #expect(view.tests.last?.isFailure == true)
        #expect(view.tests.last?.text.isEmpty == false)
    }

    @Test(arguments: [("", "https://x.example", ""), ("x", "http://x.example", "x"), ("x", "nonsense", "x")])
    func aFormThatCannotBeUsedIsNotSaved(name: String, address: String, problem: String) throws {
        var form = try form()
        form.name = name
        form.address = address
        #expect(form.profile == nil)
        #expect(form.problem.isEmpty == problem.isEmpty)
    }

    @Test func aChosenServerThatIsGoneIsNamedAsSuch() {
        presenter.apply(PreferenceChange(\.servers.engine, "gone"))
        #expect(view.state.engines.contains { $0.id == "gone" })
        #expect(view.state.preferences.servers.engine == "gone")
    }
}

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
            view: view, store: store, secrets: secrets, servers: FakeServers(), calendar: FixedClock())
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
        form.adopt(ServerKeyState(server: "other", place: Origin("https://cellar.example")))
        #expect(form == ServerForm(attic))
        var new = ServerForm()
        new.adopt(ServerKeyState(server: new.id, place: Origin("https://cellar.example")))
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
        #expect(view.keys == [ServerKeyState(server: attic.id, place: Origin(attic.address))])
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
