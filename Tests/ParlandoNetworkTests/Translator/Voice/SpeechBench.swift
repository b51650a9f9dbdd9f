import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoSystem
import ParlandoTestSupport

/// Speech services on the loopback server, with keys in a keyring.
struct SpeechBench {
    static let key = "AQ.secret-key-of-a-test"

    let script = SpeechScript()
    let server: LoopbackServer
    let secrets: FakeSecretStore
    let services: NetworkServices

    init() throws {
        server = try LoopbackServer(script: script)
        secrets = FakeSecretStore(
            [SecretName(.translation, owner: "gemini"): Self.key, SecretName(.translation, owner: "google"): Self.key],
            for: server.address)
        var homes = ServiceHomes()
        homes.gemini = String(server.address.dropLast())
        homes.google = String(server.address.dropLast())
        services = NetworkServices(
            keys: ServiceKeys(secrets, environment: [:]), authorities: "", local: ScriptedSynthesizer(),
            decoder: SoundFileDecoder(), homes: homes)
    }

    func speak(
        _ text: String, _ kind: VoiceServiceKind, language: String = "es",
        change: (inout SynthesisRequest) -> Void = { _ in }
    ) async throws -> SpokenSound {
        var request = SynthesisRequest(text, language: language)
        change(&request)
        return try await services.synthesizer(kind, TranslatorPreferences()).speak(request)
    }

    /// The bodies that were posted for speech.
    var asked: [String] {
        server.requests.filter { $0.path.contains("generateContent") || $0.path.contains("synthesize") }
            .map { String(decoding: $0.body, as: UTF8.self) }
    }
}
