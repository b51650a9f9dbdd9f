import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoCore
@testable import ParlandoPresenters

/// An added translation service, as its own file would have it.
private struct EchoTranslator: Translator {
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        AsyncThrowingStream { progress in
            progress.yield(.whole(Translation(request.phrase.text.revealed.uppercased())))
            progress.finish()
        }
    }
}

/// An added voice service.
private struct EchoVoice: SpeechSynthesizer {
    let kind = VoiceServiceKind.local
    let mostCharacters = 100

    func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        [Voice(id: "echo", language: language, name: "Echo")]
    }

    func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        SpokenSound(samples: [Float](repeating: 0.5, count: request.text.revealed.count), rate: 8000)
    }
}

/// Makes them, as `NetworkServices` does.
private struct EchoServices: ServiceMaking {
    func translator(_ preferences: TranslatorPreferences) -> any Translator {
        EchoTranslator()
    }

    func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer {
        EchoVoice()
    }
}

/// The door for services that translate or speak: a file, a descriptor, and the place that makes the service. All that
/// people read of a service follows from its descriptor.
@MainActor @Suite(.timeLimit(.minutes(1))) struct AddedServiceTests {
    private static let echo = ServiceDescriptor(
        "Echo", .company("Nymph", home: "https://echo.example"), owner: "echo", key: .required)
    private static let ownEcho = ServiceDescriptor("Echo", .server, owner: "own-echo", key: .optional)

    @Test func itsSentencesFollowFromItsDescriptor() {
        #expect(TranslatorWording.title(of: Self.echo) == "Echo")
        #expect(TranslatorWording.note(on: Self.echo, nil) == "Fifteen languages; text is sent to Nymph")
        #expect(TranslatorWording.note(onVoice: Self.echo) == "Sends the translation to Nymph")
        #expect(
            TranslatorWording.terms(of: Self.echo) == "Your key is saved in your keyring and sent only to Nymph.")
        #expect(TranslatorWording.title(of: Self.ownEcho) == "Your Own Server (Echo)")
        #expect(Self.echo.keyName == SecretName(.translation, owner: "echo"))
        #expect(!Self.echo.isLocal && !Self.echo.isGoogle && Self.ownEcho.hasAddress)
    }

    @Test func itTranslatesAndSpeaksLikeAnyOther() async {
        let spy = SpyTranslatorDelegate()
        let player = FakeSoundPlayer()
        let service = TranslatorService(
            TranslatorPorts(
                microphone: FakeMicrophone(), recognizer: ScriptedRecognizer(), services: EchoServices(),
                player: player, saver: FakeSoundSaver(), archive: FakeTranslationArchive(),
                network: FakeNetworkStatus()))
        service.delegate = spy
        await service.translate(Private("Hello."), TranslatorRig.options)
        await spy.wait(for: .idle)
        #expect(spy.exchanges.map(\.translation.revealed) == ["HELLO."])
        #expect(player.sounds.map(\.samples.count) == [6])
    }
}
