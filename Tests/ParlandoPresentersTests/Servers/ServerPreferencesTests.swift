import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct ServerPreferencesTests {
    private let view = SpyServerPreferencesView()
    private let store = FakePreferenceStore()
    private let secrets = FakeSecretStore()
    private let servers = FakeServers()
    private let presenter: ServerPreferencesPresenter

    init() {
        presenter = ServerPreferencesPresenter(view: view, store: store, secrets: secrets, servers: servers)
        presenter.activate()
    }

    private func form(key: String = "") throws -> ServerForm {
        presenter.serverPreferencesViewDidPressAdd(view)
        var form = try #require(view.forms.last)
        form.name = "Attic"
        form.address = " https://attic.example "
        form.wire = .openAI
        form.model = "large"
        form.key = Private(key)
        return form
    }

    @Test func aServerIsAddedChangedAndRemovedAndItsKeyWithIt() async throws {
        presenter.serverPreferencesView(view, didSave: try form(key: "secret"))
        await view.nextChange { !view.state.servers.isEmpty }
        let made = try #require(store.load().servers.profiles.first)
        #expect(made.address == "https://attic.example")
        #expect(made.hasKey)
        let name = SecretName(.server, owner: made.id)
        #expect(try await secrets.secret(name)?.revealed == "secret")
        presenter.serverPreferencesView(view, didPressEdit: made.id)
        var form = try #require(view.forms.last)
        form.name = "Cellar"
        form.forgetsKey = true
        presenter.serverPreferencesView(view, didSave: form)
        await view.nextChange { view.state.servers.map(\.title) == ["Cellar"] }
        #expect(store.load().servers.profiles.first?.hasKey == false)
        #expect(try await secrets.secret(name) == nil)
        presenter.serverPreferencesView(view, didRemove: made.id)
        await view.nextChange { view.state.servers.isEmpty }
    }

    @Test func removingTheChosenServerSaysWhoRecognisesNow() async throws {
        presenter.serverPreferencesView(view, didSave: try form())
        await view.nextChange { !view.state.servers.isEmpty }
        let id = try #require(store.load().servers.profiles.first?.id)
        presenter.serverPreferencesView(view, didChooseEngine: id)
        #expect(view.state.engine == id)
        presenter.serverPreferencesView(view, didRemove: id)
        await view.nextChange { view.state.servers.isEmpty }
        #expect(view.state.engine == "")
        #expect(view.toasts.count == 1)
    }

    @Test func aKeyThatCannotBeKeptAddsNoServerThatPretendsToHaveOne() async throws {
        secrets.fail(with: SecretError(.locked))
        presenter.serverPreferencesView(view, didSave: try form(key: "secret"))
        await view.nextChange { !view.toasts.isEmpty }
        #expect(store.load().servers.profiles.isEmpty)
    }

    @Test func aTestSaysWhatCameBackAndHowLongItTook() async throws {
        servers.answer(.success(ServerTest(text: "And so my fellow", seconds: 1.26)))
        presenter.serverPreferencesView(view, didTest: try form(key: "secret"))
        await view.nextChange { view.tests.last?.isRunning == false }
        #expect(view.tests.first?.isRunning == true)
        #expect(view.tests.last == ServerTestState(text: "After 1.3 s: “And so my fellow”"))
        #expect(servers.keys.last??.revealed == "secret")
    }

    @Test(arguments: [ServerError.Kind.unreachable, .unauthorized, .notUnderstood, .timedOut, .redirected, .tooLarge])
    func aTestThatFailsSaysWhy(kind: ServerError.Kind) async throws {
        servers.answer(.failure(ServerError(kind)))
        presenter.serverPreferencesView(view, didTest: try form())
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
        presenter.serverPreferencesView(view, didChooseEngine: "gone")
        #expect(view.state.engines.contains { $0.id == "gone" })
        #expect(view.state.engine == "gone")
    }
}
