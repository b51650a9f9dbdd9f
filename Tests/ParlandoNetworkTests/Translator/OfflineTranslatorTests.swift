import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// Another engine on this computer takes its place without a change of the service.
@MainActor @Suite(.timeLimit(.minutes(1))) struct OfflineTranslatorTests {
    private let engine = ScriptedTranslator(
        [.says(["Guten"], "Guten Morgen.")],
        pairs: TranslationPairs(
            ready: [LanguagePair(source: "en", target: "de")],
            missing: [LanguagePair(source: "de", target: "en"): .models(["bergamot-de-en"])]))

    private var services: NetworkServices {
        NetworkServices(
            keys: ServiceKeys(FakeSecretStore(), environment: [:]), authorities: "", offline: engine,
            local: ScriptedSynthesizer(), decoder: SoundFileDecoder())
    }

    @Test func anEngineIsAskedForItsServiceAndNoOther() async {
        var preferences = TranslatorPreferences()
        #expect(await services.translator(preferences).pairs() == nil)
        preferences.service = .offline
        #expect(
            await services.translator(preferences).pairs()?.missing
                == [LanguagePair(source: "de", target: "en"): .models(["bergamot-de-en"])])
    }

    @Test func theServiceTranslatesWithIt() async {
        let service = TranslatorService(
            TranslatorPorts(
                microphone: FakeMicrophone(), recognizer: ScriptedRecognizer(), services: services,
                player: FakeSoundPlayer(), saver: FakeSoundSaver(), archive: FakeTranslationArchive(),
                network: FakeNetworkStatus()))
        let spy = SpyTranslatorDelegate()
        service.delegate = spy
        var options = TranslatorOptions(source: "en", target: "de")
        options.preferences.service = .offline
        await service.translate(Private("Good morning."), options)
        await spy.wait(for: .idle)
        #expect(spy.exchanges.map(\.translation.revealed) == ["Guten Morgen."])
        #expect(spy.failures.isEmpty)
    }
}
