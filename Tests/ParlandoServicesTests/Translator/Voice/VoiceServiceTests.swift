import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VoiceServiceTests {
    private let local = ScriptedSynthesizer(.local, languages: ["en", "es"])
    private let gemini = ScriptedSynthesizer(.gemini, languages: ["en", "es"])
    private let archive = FakeTranslationArchive()

    private var service: VoiceService {
        VoiceService(
            ScriptedServices(ScriptedTranslator(), voices: [local, gemini]), archive: archive)
    }

    private static var preferences: TranslatorPreferences {
        var preferences = TranslatorPreferences()
        preferences.voiceService = .gemini
        preferences.agreedServices = ["gemini"]
        return preferences
    }

    private func speak(
        _ text: String, _ language: String = "es", _ preferences: TranslatorPreferences = Self.preferences
    ) async throws -> VoiceService.Spoken {
        try await service.speak(text, VoicePlan(language: language, preferences))
    }

    @Test func theChosenVoiceAndMannerAreAskedFor() async throws {
        var preferences = Self.preferences
        preferences.voices = ["gemini:es": "es-b", "local:es": "es-a"]
        preferences.manner.rate = 1.2
        preferences.gender = "female"
        let spoken = try await speak("Hola.", "es", preferences)
        #expect(gemini.requests.map(\.voice) == ["es-b"])
        #expect(gemini.requests.map(\.manner.rate) == [1.2])
        #expect(gemini.requests.map(\.gender) == [.female])
        #expect(spoken.notices.isEmpty)
    }

    @Test func soundIsRememberedForEachVoice() async throws {
        let first = try await speak("Hola.")
        var kept = archive.soundsKept.makeAsyncIterator()
        _ = await kept.next()
        let second = try await speak("Hola.")
        #expect(first.sound == second.sound)
        #expect(gemini.requests.count == 1)
        var preferences = Self.preferences
        preferences.voices = ["gemini:es": "es-b"]
        _ = try await speak("Hola.", "es", preferences)
        #expect(gemini.requests.count == 2)
    }

    @Test func aVoiceThatIsGoneIsReplacedByAnotherOfTheLanguage() async throws {
        gemini.fail(SynthesisError(.voiceGone))
        var preferences = Self.preferences
        preferences.voices = ["gemini:es": "es-a"]
        let spoken = try await speak("Hola.", "es", preferences)
        #expect(gemini.requests.map(\.voice) == ["es-a", "es-b"])
        let other = Voice(id: "es-b", language: "es", name: "B", gender: .male)
        #expect(spoken.notices == [.otherVoice(.gemini, other, failure: SynthesisError(.voiceGone))])
    }

    @Test(arguments: [
        SynthesisError.Kind.offline, .keyRefused, .keyMissing, .quotaExhausted, .rateLimited, .timedOut,
        .untrusted, .serverFailed, .modelGone, .forbidden, .interrupted,
    ])
    func whereTheServiceCannotSpeakThisMachineDoesAndGoesOn(kind: SynthesisError.Kind) async throws {
        gemini.fail(SynthesisError(kind))
        let spoken = try await speak("Hola.")
        let voice = Voice(id: "es-a", language: "es", name: "A", gender: .female)
        #expect(spoken.notices == [.otherVoice(.local, voice, failure: SynthesisError(kind))])
        // The next sentence does not change voices again.
        let next = try await service.speak("Adiós.", spoken.plan)
        #expect(next.notices.isEmpty)
        #expect(gemini.requests.count == 1)
        #expect(local.requests.count == 2)
    }

    @Test func aTextThatIsRefusedIsMadeSimplerFirst() async throws {
        gemini.fail(SynthesisError(.badSound))
        let spoken = try await speak("Hola 😀 https://example.org.")
        #expect(gemini.requests.map(\.text.revealed) == ["Hola 😀 https://example.org.", "Hola"])
        #expect(spoken.notices == [.simplifiedText])
    }

    // MARK: Signs without letters

    @Test(arguments: [SynthesisError.Kind.nothingToSay, .badSound, .blocked, .badAnswer])
    func aSentenceOfEmojiOnlyIsPassedOverAndTheVoiceStays(kind: SynthesisError.Kind) async throws {
        let refusing = RefusingSynthesizer(.gemini, SynthesisError(kind))
        let service = VoiceService(
            ScriptedServices(ScriptedTranslator(), voices: [local, refusing]), archive: archive)
        let plan = VoicePlan(language: "es", Self.preferences)
        let spoken = try await service.speakWhole("Hola. 😀🎉\nAdiós.", plan)
        #expect(refusing.spoken == ["Hola.", "Adiós."])
        #expect(local.requests.isEmpty)
        #expect(spoken.notices.isEmpty)
        #expect(spoken.plan.kind == .gemini)
    }

    @Test func aTextOfEmojiAloneSaysThatThereIsNothingToSay() async {
        gemini.fail(SynthesisError(.badSound))
        await #expect(throws: SynthesisError.self) {
            try await service.speakWhole("😀", VoicePlan(language: "es", Self.preferences))
        }
        #expect(local.requests.isEmpty)
    }

    @Test func emojiThatAVoiceCanSpeakAreSpoken() async throws {
        _ = try await service.speakWhole("Hola.\n😀", VoicePlan(language: "es", Self.preferences))
        #expect(gemini.requests.map(\.text.revealed) == ["Hola.", "😀"])
    }

    @Test func withoutConsentNoTextGoesToAVoiceService() async throws {
        var preferences = Self.preferences
        preferences.agreedServices = ["libretranslate"]
        let spoken = try await speak("Hola.", "es", preferences)
        #expect(gemini.requests.isEmpty)
        #expect(local.requests.count == 1)
        guard case .otherVoice(.local, _, let failure)? = spoken.notices.first, spoken.notices.count == 1 else {
            Issue.record("nothing was said of the other voice")
            return
        }
        #expect(failure.kind == .notAgreed)
    }

    @Test func anEnglishVoiceReadsLatinLettersWhereNoVoiceSpeaksTheLanguage() async throws {
        let spoken = try await speak("Dobrý den.", "cs")
        #expect(gemini.requests.map(\.voice) == [nil, "en-a"])
        #expect(spoken.notices.count == 1)
    }

    @Test func whereNoOtherVoiceHelpsTheReasonOfTheWishedOneIsTold() async {
        gemini.fail(SynthesisError(.offline))
        local.fail(SynthesisError(.scriptRefused))
        await #expect(throws: SynthesisError(.offline)) { try await speak("東京") }
    }

    @Test func whatNobodyCanReadIsRefused() async {
        await #expect(throws: SynthesisError(.languageRefused, detail: "th")) {
            try await speak("สวัสดี", "th")
        }
    }
}

/// Speaks whatever has letters, and fails at everything else.
final class RefusingSynthesizer: SpeechSynthesizer {
    let kind: VoiceServiceKind
    let mostCharacters = 1000
    private let failure: SynthesisError
    private let texts = Mutex<[String]>([])

    init(_ kind: VoiceServiceKind, _ failure: SynthesisError) {
        self.kind = kind
        self.failure = failure
    }

    /// What was spoken, in order.
    var spoken: [String] { texts.withLock { $0 } }

    func voices(for language: String) throws(SynthesisError) -> [Voice] {
        []
    }

    func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        guard request.text.revealed.contains(where: \.isLetter) else {
            throw failure
        }
        texts.withLock { $0.append(request.text.revealed) }
        return SpokenSound(samples: [0.1, 0.1], rate: 16_000)
    }
}
