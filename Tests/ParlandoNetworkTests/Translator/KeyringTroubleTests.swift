import ParlandoCore
import ParlandoNetwork
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// A key that is not there, and one that the keyring keeps back, are not the same.
@Suite(.timeLimit(.minutes(1))) struct KeyringTroubleTests {
    private let secrets: FakeSecretStore
    private let server: LoopbackServer
    private let services: NetworkServices
    private var preferences = TranslatorPreferences()

    init() throws {
        server = try LoopbackServer(script: GeminiScript())
        secrets = FakeSecretStore([SecretName(.translation, owner: "gemini"): "AQ.k"], for: server.address)
        var homes = ServiceHomes()
        homes.gemini = String(server.address.dropLast())
        services = NetworkServices(
            keys: ServiceKeys(secrets, environment: [:]), authorities: "", local: ScriptedSynthesizer(),
            decoder: SoundFileDecoder(), homes: homes)
    }

    @Test(arguments: [SecretError.Kind.locked, .absent, .denied, .failed])
    func whatTheKeyringSaysIsToldAndNothingIsSent(kind: SecretError.Kind) async {
        secrets.fail(with: SecretError(kind))
        #expect(await Heard(services.translator(preferences), "x").kind == .keyring(kind))
        await #expect(throws: TranslationError(.keyring(kind))) {
            try await services.translator(preferences).models()
        }
        #expect(server.requests.isEmpty)
    }

    @Test func aKeyringThatHoldsNoKeyIsAMissingKey() async throws {
        try await secrets.removeAll()
        #expect(await Heard(services.translator(preferences), "x").kind == .keyMissing)
    }

    @Test func onceItIsUnlockedTheSameTranslatorGoesOn() async {
        let translator = services.translator(preferences)
        secrets.fail(with: SecretError(.locked))
        #expect(await Heard(translator, "x").kind == .keyring(.locked))
        secrets.fail(with: nil)
        #expect(await Heard(translator, "x").text == "‹x›")
    }

    @Test func aServerThatNeedsNoKeyIsAskedWithoutOne() async throws {
        secrets.fail(with: SecretError(.absent))
        let (open, address) = try own(MadeAnswer(text: #"{"translatedText":"Hallo"}"#))
        #expect(await Heard(services.translator(address), "x").text == "Hallo")
        #expect(open.requests.count == 1)
    }

    @Test func aServerThatWantsOneLeadsToTheKeyring() async throws {
        secrets.fail(with: SecretError(.locked))
        let (closed, address) = try own(MadeAnswer(403, text: #"{"error":"Invalid API key"}"#))
        #expect(await Heard(services.translator(address), "x").kind == .keyring(.locked))
        #expect(closed.requests.count == 1)
    }

    private func own(_ answer: MadeAnswer) throws -> (LoopbackServer, TranslatorPreferences) {
        let server = try LoopbackServer(script: OneAnswer(answer))
        var preferences = preferences
        preferences.service = .libreTranslate
        preferences.address = server.address
        return (server, preferences)
    }
}
