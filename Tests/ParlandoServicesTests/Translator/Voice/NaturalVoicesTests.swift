import ParlandoCore
import ParlandoTestSupport
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
            ScriptedServices(
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
            ScriptedServices(
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
