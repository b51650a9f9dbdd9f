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
        #expect(await both.speaksClauses("en", voice: nil))
        #expect(await !both.speaksClauses("en", voice: "en-a"))
        #expect(await !both.speaksClauses("de", voice: nil))
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

    /// A voice that is read and does not speak: its language is missing from espeak-ng, or its network fails.
    @Test(arguments: [SynthesisErrorKind.voiceGone, .failed])
    func insteadOfAVoiceThatFailsWhileItSpeaksThePlainOneSpeaks(kind: SynthesisErrorKind) async throws {
        let plain = ScriptedSynthesizer(.local, languages: ["en"])
        let service = VoiceService(
            synthesizers: ScriptedServices(
                ScriptedTranslator(), voices: [LocalSynthesizer(natural: voices(), plain: plain)]),
            archive: FakeTranslationArchive())
        engine.silence(SynthesisError(kind))
        let spoken = try await service.speak("Hello.", VoicePlan(language: "en", TranslatorPreferences()))
        #expect(plain.requests.map(\.voice) == ["en-a"])
        #expect(spoken.notices.count == 1)
        // The user's choice is no other case.
        var choices = TranslatorPreferences()
        choices.voices["local:en"] = Voice.natural("joe")
        _ = try await service.speak("Hello.", VoicePlan(language: "en", choices))
        #expect(plain.requests.count == 2)
    }

    /// Only the catalogue's can be downloaded again; of one's own, what was set aside would stay for ever.
    @Test(arguments: [(true, SynthesisErrorKind.ownVoiceDamaged), (false, .voiceDamaged)])
    func aDamagedVoiceOfTheUsersOwnIsRemoved(isOwn: Bool, kind: SynthesisErrorKind) async throws {
        let store = FakeVoiceStore(["joe": "en"], present: ["joe"], home: isOwn ? "" : "https://example.invalid/")
        store.damage("joe")
        let voices = NaturalVoices(
            store: store, engine: engine, preferences: MemoryPreferenceStore(), memory: memory, clock: clock)
        let both = LocalSynthesizer(natural: voices, plain: ScriptedSynthesizer())
        let error = await #expect(throws: SynthesisError.self) { _ = try await both.speak(request("en")) }
        #expect(error?.kind == kind)
        #expect(store.asides.isEmpty == isOwn && store.removed == (isOwn ? ["joe"] : []))
        // No file name of the user's gets into the log.
        #expect(!isOwn || error?.detail.contains("joe") == false)
    }
}

/// Voices whose files are names in a set.
final class FakeVoiceStore: ModelStore {
    let catalogue: [SpeechModel]
    private let present: Mutex<Set<String>>
    private let damaged = Mutex<Set<String>>([])
    private let ends = AsyncStream.makeStream(of: Void.self)
    private let away = Mutex<(asides: [String], removed: [String])>(([], []))

    /// Names of the voices that were set aside, and of those that were removed.
    var asides: [String] { away.withLock { $0.asides } }
    var removed: [String] { away.withLock { $0.removed } }

    /// - Parameters:
    ///   - names: language of each voice.
    ///   - home: where the voices come from; empty for those of the user's own.
    init(_ names: [String: String], present: Set<String>, home: String = "https://example.invalid/") {
        catalogue = names.sorted { $0.key < $1.key }.map { name, language in
            SpeechModel(
                name: name, kind: .voice, home: home, bytes: 100, sha256: "",
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

    /// An import lasts until `endImport`, and then notices that it was cancelled: the import of one path. That of
    /// another one is complete by then, as the first voice of the catalogue. Others fail.
    func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel {
        guard let voice = catalogue.first, ["/a/mine.onnx", "/a/late.onnx"].contains(path) else {
            throw ModelError(.notThisModel)
        }
        await report(0.5)
        // Not cancelled with the import.
        await Task { [ends] in
            for await _ in ends.stream {
                break
            }
        }.value
        guard path == "/a/late.onnx" else {
            throw CancellationError()
        }
        present.withLock { _ = $0.insert(voice.name) }
        return voice
    }

    /// Lets an import end.
    func endImport() {
        ends.continuation.yield()
    }

    func damage(_ name: String) {
        damaged.withLock { _ = $0.insert(name) }
    }

    func ensureWhole(_ model: SpeechModel) async throws(ModelError) {
        try await verify(model)
    }

    func verify(_ model: SpeechModel) async throws(ModelError) {
        if damaged.withLock({ $0.contains(model.name) }) {
            throw ModelError(.wrongChecksum)
        }
    }

    func setAside(_ model: SpeechModel) async throws(ModelError) {
        away.withLock { $0.asides.append(model.name) }
    }

    func remove(_ model: SpeechModel) async throws(ModelError) {
        away.withLock { $0.removed.append(model.name) }
        present.withLock { _ = $0.remove(model.name) }
    }

    func putAway(_ model: SpeechModel) async throws(ModelError) {
        present.withLock { _ = $0.remove(model.name) }
    }

    func bringBack(_ model: SpeechModel) async throws(ModelError) {
        present.withLock { _ = $0.insert(model.name) }
    }

    func deletePutAway(_ model: SpeechModel) async throws(ModelError) {}
    func deleteAllPutAway() async throws(ModelError) {}
}

/// Reads voices that say nothing but that they spoke.
final class FakeVoiceEngine: VoiceEngine {
    private struct State {
        var isInstalled = true
        var taken: [String] = []
        var spoken: [String] = []
        var failure: SynthesisError?
        var silence: SynthesisError?
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

    /// Makes all voices fail when they speak.
    func silence(_ error: SynthesisError) {
        state.withLock { $0.silence = error }
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
            if let silence = engine.state.withLock({ $0.silence }) {
                throw silence
            }
            engine.state.withLock { $0.spoken.append(name) }
            return SpokenSound(samples: [0.1, 0.2], rate: 22_050)
        }
    }
}
