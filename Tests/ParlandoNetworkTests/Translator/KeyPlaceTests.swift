import ParlandoCore
import ParlandoNetwork
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// A key that is kept for one place is sent to no other, whatever the preferences say.
@Suite(.timeLimit(.minutes(1))) struct KeyPlaceTests {
    private static let libre = SecretName(.translation, owner: "libretranslate")
    private static let gemini = SecretName(.translation, owner: "gemini")

    private func services(
        _ secrets: FakeSecretStore, _ environment: [String: String] = [:], gemini: String? = nil
    ) -> NetworkServices {
        var homes = ServiceHomes()
        homes.gemini = gemini ?? homes.gemini
        return NetworkServices(
            keys: ServiceKeys(secrets, environment: environment), authorities: "", local: ScriptedSynthesizer(),
            decoder: SoundFileDecoder(), homes: homes)
    }

    private func libre(at server: LoopbackServer) -> TranslatorPreferences {
        var preferences = TranslatorPreferences()
        preferences.service = .libreTranslate
        preferences.address = server.address
        return preferences
    }

    private func bodies(_ server: LoopbackServer) -> String {
        server.requests.map { String(decoding: $0.body, as: UTF8.self) + "\($0.headers)" }.joined()
    }

    @Test func anotherPortOfTheSameHostDoesNotGetTheKey() async throws {
        let answer = OneAnswer(MadeAnswer(text: #"{"translatedText":"Hallo"}"#))
        let (old, new) = (try LoopbackServer(script: answer), try LoopbackServer(script: answer))
        let secrets = FakeSecretStore([Self.libre: "opensesame"])
        let services = services(secrets)
        // It was kept without a place: it is for the address there is at the first use.
        #expect(await Heard(services.translator(libre(at: old)), "x").text == "Hallo")
        #expect(bodies(old).contains("opensesame"))
        #expect(secrets.origin(of: Self.libre) == Origin(old.address))
        // As if the file of preferences were edited. A server may need no key.
        #expect(await Heard(services.translator(libre(at: new)), "x").text == "Hallo")
        #expect(new.requests.count == 1)
        #expect(!bodies(new).contains("opensesame"))
        // And back.
        #expect(await Heard(services.translator(libre(at: old)), "x").text == "Hallo")
    }

    @Test func aServerThatWantsAKeySaysThatItIsForAnotherPlace() async throws {
        let closed = try LoopbackServer(script: OneAnswer(MadeAnswer(403, text: #"{"error":"Invalid API key"}"#)))
        let secrets = FakeSecretStore([Self.libre: "opensesame"], for: "https://old.example")
        let place = try #require(Origin("https://old.example"))
        #expect(await Heard(services(secrets).translator(libre(at: closed)), "x").kind == .keyring(.elsewhere(place)))
    }

    @Test func aGatewayDoesNotGetTheKeyThatWasKeptForGoogle() async throws {
        let gateway = try LoopbackServer(script: GeminiScript())
        let services = services(FakeSecretStore([Self.gemini: "AQ.k"]), gemini: String(gateway.address.dropLast()))
        let google = try #require(Origin(ServiceHomes().gemini))
        #expect(await Heard(services.translator(TranslatorPreferences()), "x").kind == .keyring(.elsewhere(google)))
        #expect(gateway.requests.isEmpty)
    }

    @Test func aKeyOfTheEnvironmentGoesWhereItsOwnerSays() async throws {
        let server = try LoopbackServer(script: GeminiScript())
        let services = services(
            FakeSecretStore([Self.gemini: "AQ.k"]), ["PARLANDO_GEMINI_KEY": " given\n"],
            gemini: String(server.address.dropLast()))
        #expect(await Heard(services.translator(TranslatorPreferences()), "x").text == "‹x›")
        #expect(Set(server.requests.map { $0.headers["x-goog-api-key"] }) == ["given"])
    }

    @Test func aSpeechServerThatMovedDoesNotGetTheKey() async throws {
        let (old, new) = (try LoopbackServer(), try LoopbackServer())
        old.answer(#"{"text": "one"}"#)
        new.answer(#"{"text": "two"}"#)
        var profile = ServerProfile(name: "attic", address: old.address, wire: .transcribe, hasKey: true)
        let secrets = FakeSecretStore([SecretName(.server, owner: profile.id): "opensesame"])
        let recording = SpeechRecording([Float](repeating: 0, count: 1600))
        func ask(_ profile: ServerProfile) async throws(ServerError) {
            let server = SpeechServer(profile, keyIn: secrets, timeout: .seconds(20))
            _ = try await server.recognize(recording, options: RecognitionOptions())
        }
        try await ask(profile)
        #expect(old.requests.map { $0.headers["authorization"] } == ["Bearer opensesame"])
        profile.address = new.address
        let place = try #require(Origin(old.address))
        await #expect(throws: ServerError(.keyring(.elsewhere(place)))) { try await ask(profile) }
        #expect(new.requests.isEmpty)
    }
}
