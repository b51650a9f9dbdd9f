import Foundation
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport
import ParlandoWhisper
import Testing

/// What espeak-ng says, whisper.cpp understands, and a translator with both needs no network.
@Suite(.enabled(if: hasModel, "needs the model base"), .serialized, .timeLimit(.minutes(5)))
struct RoundTripTests {
    // espeak-ng says nothing twice in the same way: its flutter goes on from call to call. The words asked for were
    // understood in five of five utterances.
    private static let sentences = [
        ("en", "Where is the railway station?", "station"), ("es", "¿Dónde está la estación de tren?", "estación"),
        ("de", "Wo ist der Bahnhof? Ich suche den Zug nach Berlin.", "berlin"),
        ("fr", "La musique est très importante pour la culture.", "musique"),
    ]

    @Test(arguments: sentences)
    func whatEspeakSaysWhisperUnderstands(language: String, text: String, word: String) async throws {
        let spoken = try await EspeakSynthesizer().speak(SynthesisRequest(text, language: language))
        let heard = try await recognise(spoken, language: language)
        #expect(heard.lowercased().contains(word), "\(heard)")
    }

    @Test @MainActor func withTheNetworkOffSpeechIsHeardTranslatedAndSpokenOnThisMachine() async throws {
        let question = try await EspeakSynthesizer().speak(
            SynthesisRequest("Mein Name ist Anna. Ich komme aus Berlin.", language: "de"))
        let microphone = FakeMicrophone()
        let recognizer = try await Self.recognizer()
        let folder = try TemporaryFolder()
        let player = FakeSoundPlayer()
        let network = FakeNetworkStatus()
        network.become(available: false)
        // Nobody listens at this port.
        var homes = ServiceHomes()
        homes.gemini = "http://127.0.0.1:9"
        let services = NetworkServices(
            keys: ServiceKeys(
                FakeSecretStore([SecretName(.translation, owner: "gemini"): "k"], for: homes.gemini), environment: [:]),
            authorities: "", local: EspeakSynthesizer(), decoder: SoundFileDecoder(), homes: homes)
        let translator = TranslatorService(
            TranslatorPorts(
                microphone: microphone, recognizer: recognizer, offlineRecognizer: recognizer,
                services: services, player: player, saver: WaveFileSaver(),
                archive: FakeTranslationArchive(), network: network))
        let spy = SpyTranslatorDelegate()
        translator.delegate = spy
        var options = TranslatorOptions(source: nil, target: "en")
        options.preferences.agreedServices = ["gemini"]
        options.preferences.model = "gemini-3.5-flash-lite"
        await translator.listen(options)
        for await command in microphone.commands where command != .close {
            break
        }
        let silence = [Float](repeating: 0, count: 3 * AudioBlock.sampleRate)
        microphone.play(question.atSixteen + silence)
        await spy.wait(for: .idle)
        let exchange = try #require(spy.exchanges.first)
        #expect(exchange.source.revealed.contains("Berlin"), "\(exchange.source.revealed)")
        #expect(exchange.sourceLanguage == "de")
        #expect(exchange.service == .offline && exchange.isWhole)
        #expect(exchange.translation.revealed.contains("Berlin"), "\(exchange.translation.revealed)")
        #expect(spy.notices == [.translatedOffline])
        #expect(spy.failures.isEmpty)
        #expect(!player.sounds.isEmpty)
        // And it can be kept.
        let path = "\(folder.path)/answer.wav"
        try await translator.save(exchange.translation, language: "en", to: path, options)
        #expect(try Recording(path: path).rate == 22_050)
    }

    private func recognise(_ sound: SpokenSound, language: String) async throws -> String {
        let recognizer = try await Self.recognizer()
        let (blocks, door) = AsyncStream.makeStream(of: AudioBlock.self)
        door.yield(AudioBlock(samples: sound.atSixteen))
        door.finish()
        var transcript = Transcript()
        var options = RecognitionOptions(language: language, audience: .nobody)
        options.needsMultilingualModel = true
        for try await event in recognizer.transcribe(blocks, options: options) {
            transcript.apply(event)
        }
        return transcript.text
    }

    private static func recognizer() async throws -> ModelService {
        ModelService(
            store: FolderStore(Folders().models),
            recognizer: LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader()),
            preferences: MemoryPreferenceStore(), memory: FakeMemoryPressure())
    }
}

private let hasModel = FolderStore(Folders().models).path(of: FolderStore.base) != nil

/// The models that setup has fetched, as they are.
private struct FolderStore: ModelStore {
    static let base = SpeechModel(name: "base", bytes: 0, sha256: "", isMultilingual: true)
    private static let voice = SpeechModel(name: "silero", kind: .voiceActivity, bytes: 0, sha256: "")

    let catalogue = [Self.base, Self.voice]
    private let folder: String

    init(_ folder: String) {
        self.folder = folder
    }

    func path(of model: SpeechModel) -> String? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let name = files.sorted().first {
            $0.hasSuffix(".bin") && ($0.hasPrefix("\(model.name)-v") || $0.hasPrefix("ggml-\(model.name)"))
        }
        return name.map { "\(folder)/\($0)" }
    }

    func diskUse(of model: SpeechModel) -> Int64 { 0 }

    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: ModelError(.offline)) }
    }

    func importModel(_ model: SpeechModel, from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: ModelError(.offline)) }
    }

    func ensureWhole(_ model: SpeechModel) async throws(ModelError) {}
    func verify(_ model: SpeechModel) async throws(ModelError) {}
    func setAside(_ model: SpeechModel) async throws(ModelError) {}
    func remove(_ model: SpeechModel) async throws(ModelError) {}
    func putAway(_ model: SpeechModel) async throws(ModelError) {}
    func bringBack(_ model: SpeechModel) async throws(ModelError) {}
    func deletePutAway(_ model: SpeechModel) async throws(ModelError) {}
    func deleteAllPutAway() async throws(ModelError) {}
}
