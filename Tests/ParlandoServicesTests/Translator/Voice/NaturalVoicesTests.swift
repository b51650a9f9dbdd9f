import ParlandoCore
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoServices

/// Natural voices with an engine of this test.
@Suite(.timeLimit(.minutes(1)))
struct NaturalVoicesTests {
    private let store = FakeVoiceStore(["joe": "en", "ana": "es", "ivo": "pl"], present: ["joe", "ana", "ivo"])
    private let engine = FakeVoiceEngine()
    private let memory = FakeMemoryPressure()
    private let clock = ManualClock(advancesItself: false)

    private func voices(unloadMinutes: Int = 10) -> NaturalVoices {
        var preferences = Preferences()
        preferences.unloadMinutes = unloadMinutes
        return NaturalVoices(
            store: store, engine: engine, preferences: MemoryPreferenceStore(preferences), memory: memory, clock: clock)
    }

    private func request(_ language: String, voice: String? = nil, gender: VoiceGender? = nil) -> SynthesisRequest {
        SynthesisRequest("Hello.", language: language, voice: voice, gender: gender)
    }

    @Test func theUsersChoiceComesBeforeANaturalVoiceAndThatBeforeAPlainOne() async throws {
        let plain = ScriptedSynthesizer(.local, languages: ["en", "de"])
        let both = LocalSynthesizer(natural: voices(), plain: plain)
        _ = try await both.speak(request("en"))
        #expect(engine.spoken == ["joe"] && plain.requests.isEmpty)
        _ = try await both.speak(request("en", voice: "en-b"))
        #expect(plain.requests.map(\.voice) == ["en-b"])
        _ = try await both.speak(request("de"))
        #expect(plain.requests.count == 2)
        #expect(try await both.voices(for: "en").map(\.id) == ["natural:joe", "en-a", "en-b"])
        #expect(both.speaksClauses("en", voice: nil) && !both.speaksClauses("en", voice: "en-a"))
        #expect(!both.speaksClauses("de", voice: nil))
        engine.become(installed: false)
        _ = try await both.speak(request("en"))
        #expect(plain.requests.count == 3)
    }

    @Test func aVoiceIsReadOnceAndTwoAtMostAreKept() async throws {
        let voices = voices()
        let both = LocalSynthesizer(natural: voices, plain: ScriptedSynthesizer())
        await both.prepare("en", voice: nil, gender: nil)
        _ = try await both.speak(request("en"))
        _ = try await both.speak(request("es"))
        _ = try await both.speak(request("en"))
        #expect(engine.taken == ["joe", "ana"])
        _ = try await both.speak(request("pl"))
        #expect(await voices.loaded == ["joe", "ivo"])
        _ = try await both.speak(request("es"))
        #expect(engine.taken == ["joe", "ana", "ivo", "ana"])
    }

    @Test func anIdleVoiceIsUnloadedAfterTheTimeOfThePreferences() async throws {
        let voices = voices(unloadMinutes: 5)
        let both = LocalSynthesizer(natural: voices, plain: ScriptedSynthesizer())
        _ = try await both.speak(request("en"))
        await clock.hasBegun(sleeps: 1)
        clock.advance(by: .seconds(299))
        #expect(await voices.loaded == ["joe"])
        clock.advance(by: .seconds(2))
        while await !voices.loaded.isEmpty {
            await Task.yield()
        }
        _ = try await both.speak(request("en"))
        #expect(engine.taken == ["joe", "joe"])
    }

    @Test func aVoiceIsUnloadedWhenMemoryIsLow() async throws {
        let voices = voices(unloadMinutes: 0)
        let both = LocalSynthesizer(natural: voices, plain: ScriptedSynthesizer())
        _ = try await both.speak(request("en"))
        await memory.warn()
        while await !voices.loaded.isEmpty {
            await Task.yield()
        }
    }

    @Test func aVoiceThatCannotBeReadIsTriedAgainNextTime() async throws {
        let voices = voices()
        let both = LocalSynthesizer(natural: voices, plain: ScriptedSynthesizer())
        engine.fail(SynthesisError(.voiceUnloadable))
        let error = await #expect(throws: SynthesisError.self) { _ = try await both.speak(request("en")) }
        #expect(error?.kind == .voiceUnloadable)
        #expect(await voices.loaded.isEmpty)
        _ = try await both.speak(request("en"))
        #expect(engine.taken.count == 2)
    }

    @Test func insteadOfABrokenVoiceThePlainOneSpeaksAndSaysWhy() async throws {
        let plain = ScriptedSynthesizer(.local, languages: ["en"])
        let service = VoiceService(
            synthesizers: ScriptedServices(
                ScriptedTranslator(), voices: [LocalSynthesizer(natural: voices(), plain: plain)]),
            archive: FakeTranslationArchive())
        engine.fail(SynthesisError(.voiceUnloadable))
        let first = try await service.speak("Hello.", VoicePlan(language: "en", TranslatorPreferences()))
        #expect(plain.requests.map(\.voice) == ["en-a"])
        guard case .otherVoice(.local, let voice, let failure) = first.notices.first else {
            Issue.record("\(first.notices)")
            return
        }
        #expect(voice?.id == "en-a" && failure.kind == .voiceUnloadable)
        // The rest of the utterance has the same voice; the next one tries again.
        _ = try await service.speak("And more.", first.plan)
        #expect(plain.requests.count == 2)
        _ = try await service.speak("Another.", VoicePlan(language: "en", TranslatorPreferences()))
        #expect(engine.spoken == ["joe"])
    }
}

/// Voices whose files are names in a set.
final class FakeVoiceStore: ModelStore {
    let catalogue: [SpeechModel]
    private let present: Mutex<Set<String>>

    /// - Parameter names: language of each voice.
    init(_ names: [String: String], present: Set<String>) {
        catalogue = names.sorted { $0.key < $1.key }.map { name, language in
            SpeechModel(
                name: name, kind: .voice, home: "https://example.invalid/", bytes: 100, sha256: "",
                voice: VoiceFacts(
                    language: language, speaker: name, gender: .male, rate: 22050,
                    configuration: .init(path: "c", bytes: 1, sha256: "")))
        }
        self.present = Mutex(present)
    }

    func path(of model: SpeechModel) -> String? {
        present.withLock { $0.contains(model.name) } ? "/voices/\(model.fileName)" : nil
    }

    func diskUse(of model: SpeechModel) -> Int64 {
        path(of: model) == nil ? 0 : model.bytes
    }

    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { door in
            guard allowMetered else {
                return door.finish(throwing: ModelError(.metered))
            }
            door.yield(.downloading(TransferProgress(bytes: 50, total: 100, rate: 1)))
            present.withLock { _ = $0.insert(model.name) }
            door.finish()
        }
    }

    func importModel(
        _ model: SpeechModel, from path: String
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: ModelError(.notThisModel)) }
    }

    func ensureWhole(_ model: SpeechModel) async throws(ModelError) {}
    func verify(_ model: SpeechModel) async throws(ModelError) {}
    func setAside(_ model: SpeechModel) async throws(ModelError) {}

    func remove(_ model: SpeechModel) async throws(ModelError) {
        present.withLock { _ = $0.remove(model.name) }
    }
}

/// Reads voices that say nothing but that they spoke.
final class FakeVoiceEngine: VoiceEngine {
    private struct State {
        var isInstalled = true
        var taken: [String] = []
        var spoken: [String] = []
        var failure: SynthesisError?
    }

    private let state = Mutex(State())

    var isInstalled: Bool { state.withLock { $0.isInstalled } }
    /// Names of the voices that were read, and of those that spoke.
    var taken: [String] { state.withLock { $0.taken } }
    var spoken: [String] { state.withLock { $0.spoken } }

    func become(installed: Bool) {
        state.withLock { $0.isInstalled = installed }
    }

    /// Makes the next voice unreadable.
    func fail(_ error: SynthesisError) {
        state.withLock { $0.failure = error }
    }

    func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice {
        let failure = state.withLock { state -> SynthesisError? in
            state.taken.append(files.model.name)
            defer { state.failure = nil }
            return state.failure
        }
        if let failure {
            throw failure
        }
        return Speaker(name: files.model.name, engine: self)
    }

    private struct Speaker: LoadedVoice {
        let name: String
        let engine: FakeVoiceEngine

        func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
            engine.state.withLock { $0.spoken.append(name) }
            return SpokenSound(samples: [0.1, 0.2], rate: 22_050)
        }
    }
}
