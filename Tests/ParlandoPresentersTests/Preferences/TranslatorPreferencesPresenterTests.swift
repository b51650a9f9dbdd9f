import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorPreferencesPresenterTests {
    private let view = SpyTranslatorPreferencesView()
    private let parts = TranslatorRig()
    private let secrets = FakeSecretStore()
    private let archive = FakeTranslationArchive()
    private let files = FakeKeptFiles()
    private let store = FakePreferenceStore()
    private let presenter: TranslatorPreferencesPresenter

    init() {
        presenter = TranslatorPreferencesPresenter(
            view: view, translator: parts.service,
            keys: TranslatorKeys(secrets, given: EnvironmentKeys(["PARLANDO_GOOGLE_KEY": "of the environment"])),
            archive: archive, files: files, store: store, calendar: FixedClock())
        presenter.activate()
    }

    private func change<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ value: Value) {
        presenter.apply(PreferenceChange(path, value))
    }

    private func enter(_ key: String) {
        presenter.enterKey(Private(key), of: .translation)
    }

    @Test func nobodyIsAskedForListsBeforeThePreferencesAreOpened() async {
        #expect(view.state.key?.status == "")
        #expect(view.state.voices.map(\.id) == [""] && view.state.voiceNote == "")
        presenter.open()
        await view.nextChange { view.state.key?.status != "" }
        #expect(view.state.key?.isKept == false)
        await view.nextChange { view.state.voices.map(\.id) == ["", "es-a", "es-b"] }
    }

    @Test func aKeyGoesIntoTheKeyringAndBringsTheListOfModels() async throws {
        parts.translator.offer(models: .success(["gemini-9-flash", "gemini-9"]))
        presenter.open()
        enter(" AQ.secret\n")
        await view.nextChange { view.state.models.count == 3 }
        #expect(secrets.text(of: SecretName(.translation, owner: "gemini")) == "AQ.secret")
        #expect(view.state.key?.isKept == true)
        #expect(view.state.models.map(\.id) == ["", "gemini-9-flash", "gemini-9"])
        #expect(view.toasts == ["API key saved in the keyring."])
        #expect(view.keyEntries == [true])
    }

    @Test func withoutAKeyringAKeyIsKeptUntilTheProgramEndsAndStaysInItsField() async {
        secrets.fail(with: SecretError(.absent))
        let presenter = TranslatorPreferencesPresenter(
            view: view, translator: parts.service, keys: TranslatorKeys(SessionSecrets(secrets)),
            archive: archive, files: files, store: store, calendar: FixedClock())
        presenter.activate()
        presenter.open()
        await view.nextChange {
            view.state.key?.status == "No keyring was found. A key entered here is kept only until Parlando closes."
        }
        presenter.enterKey(Private("secret"), of: .translation)
        await view.nextChange {
            view.state.key?.status == "No keyring was found. The key is kept until Parlando closes."
        }
        #expect(view.state.key?.isKept == true)
        #expect(view.toasts.isEmpty && view.keyEntries.isEmpty)
        presenter.removeKey(of: .translation)
        await view.nextChange { view.state.key?.isKept == false }
    }

    @Test func aKeyCanBeRemoved() async {
        enter("secret")
        await view.nextChange { view.state.key?.isKept == true }
        presenter.removeKey(of: .translation)
        await view.nextChange { view.state.key?.isKept == false }
        #expect(secrets.names.isEmpty)
    }

    @Test func aLockedKeyringIsTold() async {
        secrets.fail(with: SecretError(.locked))
        enter("secret")
        await view.nextChange { view.state.key?.status == SecretError(.locked).message.text }
        #expect(view.toasts == [SecretError(.locked).message.text])
        // The text is still in the field.
        #expect(view.keyEntries == [false])
    }

    @Test func aListThatDoesNotComeSaysWhy() async {
        parts.translator.offer(models: .failure(TranslationError(.keyRefused)))
        parts.voice.offer(voices: .failure(SynthesisError(.notInstalled)))
        presenter.open()
        enter("wrong")
        await view.nextChange { view.state.modelNote == TranslationError(.keyRefused).message.text }
        await view.nextChange { view.state.voiceNote == SynthesisError(.notInstalled).message.text }
    }

    @Test func aVoiceIsRememberedForItsLanguageAndService() async {
        parts.voice.offer(voices: .success([Voice(id: "ru-1", language: "ru", name: "Анна", gender: .female)]))
        presenter.open()
        presenter.chooseVoiceLanguage("ru")
        await view.nextChange { view.state.voices.map(\.title).contains("Анна · female") }
        presenter.chooseVoice("ru-1")
        #expect(store.load().translator.voices == ["local:ru": "ru-1"])
        #expect(view.state.voice == "ru-1")
        presenter.chooseVoice("")
        #expect(store.load().translator.voices.isEmpty)
    }

    @Test func anAddressThatIsNotSecureIsRefusedWithAReason() {
        change(\.translator.service, .libreTranslate)
        change(\.translator.address, "http://example.org")
        #expect(!view.state.addressProblem.isEmpty)
        #expect(view.state.address == "http://example.org")
        #expect(store.load().translator.address == "")
        change(\.translator.address, " https://example.org ")
        #expect(view.state.addressProblem.isEmpty)
        #expect(store.load().translator.address == "https://example.org")
    }

    @Test func anotherServerHasToBeAgreedToAnew() {
        var preferences = Preferences()
        preferences.translator.agreedServices = ["gemini", "libretranslate", "captions-libretranslate"]
        preferences.translator.address = "https://old.example"
        preferences.translator.agreedPlace = "https://old.example"
        store.save(preferences)
        change(\.translator.service, .libreTranslate)
        #expect(store.load().translator.agreedServices == preferences.translator.agreedServices)
        change(\.translator.address, "https://old.example/translate")
        #expect(store.load().translator.agreedServices == ["gemini"])
    }

    @Test func anAddressThatIsChangedElsewhereHasToBeAgreedToAnew() async {
        var preferences = Preferences()
        preferences.translator.agreedServices = ["gemini", "libretranslate"]
        preferences.translator.address = "https://old.example"
        preferences.translator.agreedPlace = "https://old.example"
        store.save(preferences)
        await view.nextChange { view.state.consents.count == 2 }
        store.change { $0.translator.address = "https://new.example" }
        await view.nextChange { view.state.consents.map(\.id) == ["gemini"] }
    }

    @Test(arguments: [true, false]) func trustingEveryAuthorityIsAskedAbout(agrees: Bool) async {
        view.answer = agrees
        let before = view.states.count
        change(\.translator.pinsAuthorities, false)
        await view.nextChange { view.states.count > before }
        #expect(store.load().translator.pinsAuthorities == !agrees)
        #expect(view.state.preferences.translator.pinsAuthorities == !agrees)
        #expect(view.questions.count == 1)
    }

    @Test(arguments: [true, false]) func aVoiceOfSomebodyElseHasToBeAgreedTo(agrees: Bool) async {
        view.answer = agrees
        let before = view.states.count
        change(\.translator.voiceService, .google)
        await view.nextChange { view.states.count > before }
        #expect(view.questions.map(\.title) == ["Send Text to Google Cloud?"])
        #expect(store.load().translator.voiceService == (agrees ? .google : .local))
        #expect(store.load().translator.agreedServices == (agrees ? ["google"] : []))
        #expect(view.state.preferences.translator.voiceService == (agrees ? .google : .local))
    }

    @Test func whatMayBeKeptIsToldToTheArchiveAtOnce() async {
        change(\.translator.keepsTranslations, true)
        #expect(view.state.preferences.translator.keepsTranslations)
        archive.put(Exchange(source: "Hello", targetLanguage: "es"))
        view.answer = false
        change(\.translator.keepsTranslations, false)
        await view.nextChange { view.questions.count == 1 }
        view.answer = true
        change(\.translator.keepsTranslations, false)
        await view.nextChange { !view.state.preferences.translator.keepsTranslations }
        #expect(view.questions.count == 2)
    }

    @Test func allDataGoAfterAQuestionKeysAndPreferencesIncluded() async {
        change(\.translator.manner.rate, 1.25)
        enter("secret")
        await view.nextChange { view.state.key?.isKept == true }
        archive.put(Exchange(source: "Hello", targetLanguage: "es"))
        presenter.removeAll()
        await view.nextChange { view.toasts.contains("All data deleted") }
        #expect(view.questions.map(\.title) == ["Delete All Data?"])
        #expect(archive.exchanges.isEmpty)
        #expect(secrets.names.isEmpty)
        #expect(files.removals == 1)
        #expect(store.load() == Preferences())
        #expect(view.state.preferences.translator.manner.rate == 1)
    }

    @Test func aFileThatCannotBeRemovedIsNamedAndTheRestGoes() async {
        files.fail(with: KeptFileError(["/data/unsent/a.wav"]))
        change(\.translator.manner.rate, 1.25)
        presenter.removeAll()
        await view.nextChange { view.toasts == ["A file could not be deleted: /data/unsent/a.wav"] }
        #expect(store.load() == Preferences())
    }

    // MARK: Keys and their places

    private static let libre = SecretName(.translation, owner: "libretranslate")

    @Test func anotherAddressWantsItsOwnKeyAndSaysWhy() async throws {
        change(\.translator.service, .libreTranslate)
        // Without an address there is no server that a key could be for.
        #expect(view.state.key == nil)
        change(\.translator.address, "https://old.example")
        presenter.open()
        enter("secret")
        await view.nextChange { view.state.key?.isKept == true }
        change(\.translator.address, "https://old.example:8443")
        await view.nextChange { view.state.key?.status.contains("only for https://old.example.") == true }
        #expect(secrets.text(of: Self.libre) == "secret")
        enter("other")
        await view.nextChange { view.state.key?.status == "An API key is saved in the keyring." }
        #expect(secrets.origin(of: Self.libre) == Origin("https://old.example:8443"))
    }

    @Test func anotherPathOfTheSameServerKeepsTheKey() async {
        change(\.translator.service, .libreTranslate)
        change(\.translator.address, "https://old.example")
        presenter.open()
        enter("secret")
        await view.nextChange { view.state.key?.isKept == true }
        change(\.translator.address, "https://old.example/translate")
        #expect(store.load().translator.address == "https://old.example/translate")
        await view.nextChange { view.state.key?.status == "An API key is saved in the keyring." }
    }

    @Test func aKeyThatIsNotYetBoundStaysWithTheAddressThatIsLeft() async throws {
        let secrets = FakeSecretStore([Self.libre: "old"])
        let store = FakePreferenceStore()
        store.change {
            $0.translator.service = .libreTranslate
            $0.translator.address = "https://old.example"
        }
        let presenter = TranslatorPreferencesPresenter(
            view: view, translator: parts.service, keys: TranslatorKeys(secrets), archive: archive, files: files,
            store: store, calendar: FixedClock())
        presenter.activate()
        let changes = store.changes()
        presenter.apply(PreferenceChange(\.translator.address, "https://new.example"))
        for await preferences in changes where preferences.translator.address == "https://new.example" {
            break
        }
        #expect(secrets.origin(of: Self.libre) == Origin("https://old.example"))
    }

    @Test func aKeyOfTheEnvironmentIsNamedAndWhatBecomesOfATypedOneIsSaid() async {
        view.answer = true
        change(\.translator.voiceService, .google)
        await view.nextChange { view.state.voiceKey != nil }
        presenter.open()
        await view.nextChange { view.state.voiceKey?.status.contains("PARLANDO_GOOGLE_KEY is used") == true }
        #expect(view.state.voiceKey?.isKept == false)
        #expect(view.state.voiceKey?.status.contains("saved in the keyring and used once") == true)
        presenter.enterKey(Private("typed"), of: .voice)
        await view.nextChange { view.state.voiceKey?.isKept == true }
        #expect(view.state.voiceKey?.status.contains("PARLANDO_GOOGLE_KEY is used") == true)
        #expect(view.toasts.last?.contains("While the environment variable PARLANDO_GOOGLE_KEY is set") == true)
    }

    @Test func settingsThatTheChosenServicesDoNotHeedSayWhy() async {
        #expect(view.state.obstacles.isEmpty)
        change(\.translator.service, .offline)
        #expect(
            Set(view.state.obstacles.keys) == [.perMinute, .waitsForNetwork, .fetchesAhead, .pinsAuthorities])
        store.change {
            $0.translator.service = .libreTranslate
            $0.translator.voiceService = .gemini
        }
        await view.nextChange { Set(view.state.obstacles.keys) == [.rate, .pitch] }
        #expect(view.state.obstacles[.rate] == "The voices of Gemini do not follow this setting")
    }

    // MARK: Consents

    @Test func aConsentIsShownWithItsDayWhichGoesWithIt() async {
        presenter.apply(PreferenceChange(\.translator.voiceService, .google))
        await view.nextChange { view.state.consents.count == 1 }
        #expect(view.state.consents[0].note == "May send text to Google · Allowed on 2023-11-14")
        presenter.withdraw("google")
        #expect(store.load().translator.agreedDays.isEmpty)
    }

    @Test func theLanguageModelGetsNoTextOnceThatIsWithdrawn() {
        store.save(.withLanguageModel(task: ":list"))
        presenter.withdraw("cleanup")
        #expect(store.load().sanitized().cleanup == CleanupPreferences())
        #expect(view.state.consents.isEmpty)
    }

    @Test func whatWasAgreedToCanBeWithdrawnForOneService() async {
        parts.translator.script(.silence)
        await parts.service.translate(Private("Hello"), TranslatorRig.options)
        await parts.spy.wait(for: .translating)
        var preferences = Preferences()
        preferences.translator.agreedServices = ["gemini", "libretranslate", "google", "captions-libretranslate"]
        preferences.translator.address = "https://one.example"
        preferences.translator.agreedPlace = "https://one.example"
        store.save(preferences)
        await view.nextChange { view.state.consents.count == 3 }
        #expect(view.state.consents.map(\.title) == ["Gemini", "LibreTranslate", "Google Cloud"])
        #expect(view.state.consents.map { $0.note.contains("Captions") } == [false, true, false])
        #expect(view.state.consents[1].note.contains("https://one.example"))
        presenter.withdraw("libretranslate")
        #expect(store.load().translator.agreedServices == ["gemini", "google"])
        #expect(view.state.consents.map(\.id) == ["gemini", "google"])
        // What waits is not sent either.
        await parts.spy.wait(for: .idle)
    }

    @Test func whatCannotBeRemovedIsTold() async {
        secrets.fail(with: SecretError(.denied))
        presenter.removeAll()
        await view.nextChange { view.toasts.contains(SecretError(.denied).message.text) }
        #expect(store.load() == Preferences())
    }
}
