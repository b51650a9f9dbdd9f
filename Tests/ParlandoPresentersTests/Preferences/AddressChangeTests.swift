import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// The address of a server changes only once the keyring has told what becomes of the old server's key.
@MainActor @Suite(.timeLimit(.minutes(1))) struct AddressChangeTests {
    private static let libre = SecretName(.translation, owner: "libretranslate")
    private let view = SpyTranslatorPreferencesView()
    private let secrets = FakeSecretStore([Self.libre: "old"])
    private let held: HeldSecretStore
    private let store = FakePreferenceStore()
    private let presenter: TranslatorPreferencesPresenter

    init() {
        held = HeldSecretStore(secrets)
        store.change {
            $0.translator.service = .libreTranslate
            $0.translator.address = "https://a.example"
        }
        presenter = TranslatorPreferencesPresenter(
            view: view, translator: TranslatorRig().service, keys: TranslatorKeys(held),
            archive: FakeTranslationArchive(), files: FakeKeptFiles(), store: store, calendar: FixedClock())
        presenter.activate()
    }

    private func change(_ address: String) {
        presenter.apply(PreferenceChange(\.translator.address, address))
    }

    private var address: String { store.load().translator.address }

    @Test func aKeyThatIsTypedMeanwhileIsForTheAddressThatIsShown() async {
        var waits = held.waits.makeAsyncIterator()
        change("https://b.example")
        _ = await waits.next()
        #expect(view.state.address == "https://b.example")
        #expect(address == "https://a.example")
        presenter.enterKey(Private("new"), of: .translation)
        await view.nextChange { !view.toasts.isEmpty }
        #expect(secrets.text(of: Self.libre) == "new")
        #expect(secrets.origin(of: Self.libre) == Origin("https://b.example"))
    }

    @Test func theLatestOfTwoChoicesCounts() async {
        var waits = held.waits.makeAsyncIterator()
        let changes = store.changes()
        change("https://b.example")
        _ = await waits.next()
        change("https://a.example/")
        #expect(address == "https://a.example/")
        held.release()
        // A third choice is taken after the first one was passed over.
        change("https://c.example")
        _ = await waits.next()
        held.release()
        for await preferences in changes where preferences.translator.address == "https://c.example" {
            break
        }
        #expect(store.saves == 3)
        #expect(secrets.origin(of: Self.libre) == Origin("https://a.example"))
    }

    @Test func anAddressIsNotTakenWhereTheKeyringStaysLocked() async {
        secrets.fail(with: SecretError(.locked))
        var waits = held.waits.makeAsyncIterator()
        change("https://b.example")
        _ = await waits.next()
        held.release()
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.state.address == "https://a.example")
        #expect(address == "https://a.example")
    }

    @Test func anAddressThatWaitsDoesNotOutliveAllData() async {
        view.answer = true
        var waits = held.waits.makeAsyncIterator()
        change("https://b.example")
        _ = await waits.next()
        presenter.removeAll()
        await view.nextChange { view.toasts.contains("All data deleted") }
        #expect(view.state.address == "")
        held.release()
        presenter.removeKey(of: .translation)
        await view.nextChange { view.toasts.contains("API key removed") }
        #expect(address == "")
        #expect(view.state.address == "")
    }

    @Test(arguments: ["http://b.example", "nonsense"])
    func aKeyForAnAddressThatIsRefusedIsNotKept(address: String) {
        change(address)
        presenter.enterKey(Private("new"), of: .translation)
        #expect(view.toasts == [view.state.addressProblem])
        #expect(secrets.text(of: Self.libre) == "old")
    }
}
