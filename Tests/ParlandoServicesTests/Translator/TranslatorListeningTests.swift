import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct TranslatorListeningTests {
    private static let options = TranslatorRig.options

    private static func recognizer(_ text: String, language: String? = nil) -> ScriptedRecognizer {
        var script = language.map { [ScriptedRecognizer.Cue(0.2, .language($0, probability: 0.9))] } ?? []
        script.append(ScriptedRecognizer.Cue(0.5, .interim(TranslatorRig.words(String(text.prefix(3))))))
        return ScriptedRecognizer(script: script, ending: [.final(TranslatorRig.words(text))])
    }

    @Test func silenceEndsAnUtteranceAndItIsTranslatedAndSpoken() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Good morning."))
        await scene.say()
        #expect(scene.spy.stages == [.listening, .transcribing, .translating, .speaking, .idle])
        #expect(scene.spy.exchanges.map(\.source.revealed) == ["Good morning."])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["GOOD MORNING."])
        #expect(scene.spy.news.contains { if case .level = $0 { true } else { false } })
        #expect(scene.spy.advances.map(\.source.revealed).first == "Goo")
        #expect(!scene.microphone.isOpen)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func speechThatGoesOnIsNotEnded() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Good morning."))
        await scene.listen()
        // A pause of a second is shorter than one and a half.
        scene.microphone.play(TranslatorRig.speech(silence: 1) + TranslatorRig.speech(silence: 1))
        await scene.service.finishListening()
        await scene.spy.wait(for: .idle)
        #expect(scene.microphone.samplesDelivered == 4 * AudioBlock.sampleRate)
        #expect(scene.recognizer.samplesTaken == scene.microphone.samplesDelivered)
        #expect(scene.spy.exchanges.map(\.isWhole) == [true])
    }

    @Test func theThresholdOfSilenceIsThatOfThePreferences() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Yes."))
        var options = Self.options
        options.preferences.silence = 0.5
        await scene.listen(options)
        scene.microphone.play(TranslatorRig.speech(silence: 0.6))
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.isWhole) == [true])
    }

    @Test func whereNobodySpokeIsNothingToTranslate() async {
        let scene = TranslatorRig()
        await scene.listen()
        await scene.service.finishListening()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures == [.nothingHeard])
        #expect(scene.spy.exchanges.isEmpty)
        #expect(scene.translator.requests.isEmpty)
    }

    @Test func aMicrophoneThatIsNotThereIsToldAndTypingGoesOn() async {
        let scene = TranslatorRig()
        scene.microphone.failNextOpen(AudioError(.noDevice))
        await scene.service.listen(Self.options)
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures == [.dictation(.audio(AudioError(.noDevice)))])
        await scene.type("Hello.")
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO."])
    }

    @Test func withoutAModelForManyLanguagesItSaysSo() async {
        let recognizer = ScriptedRecognizer(failure: RecognitionError(.modelMissing))
        let scene = TranslatorRig(recognizer: recognizer)
        await scene.say()
        #expect(scene.spy.failures == [.modelMissing])
    }

    @Test func recognitionAloneIsDoneAgainWithTheSoundThatWasHeard() async {
        let broken = ScriptedRecognizer(failure: RecognitionError(.engineFailed), failsAfter: 0.5)
        let scene = TranslatorRig(recognizer: broken)
        await scene.say()
        #expect(scene.spy.failures == [.dictation(.recognition(RecognitionError(.engineFailed)))])
        let id = try? #require(scene.spy.exchanges.first?.id)
        guard let id else {
            return
        }
        await scene.service.retry(id, Self.options)
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.microphone.opens == 1)
        #expect(scene.recognizer.sessions == 2)
    }

    @Test func theMicrophoneThatGoesAwayLeavesWhatWasSaid() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Good morning."))
        await scene.listen()
        scene.microphone.play(TranslatorRig.speech(silence: 0))
        scene.microphone.lose()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures == [.dictation(.audio(AudioError(.lost)))])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["GOOD MORNING."])
    }

    @Test func cancellingClosesTheMicrophoneAndLeavesTheWords() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Good morning."))
        await scene.listen()
        scene.microphone.play(TranslatorRig.speech(silence: 0))
        await scene.spy.wait { if case .exchange = $0 { true } else { false } }
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(!scene.microphone.isOpen)
        #expect(scene.spy.exchanges.map(\.source.revealed) == ["Goo"])
        #expect(scene.translator.requests.isEmpty)
        #expect(scene.spy.failures.isEmpty)
    }

    // MARK: Languages

    @Test func theLanguageThatWasHeardIsTold() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Guten Morgen.", language: "de"))
        var options = Self.options
        options.source = nil
        await scene.say(options)
        #expect(scene.spy.exchanges[0].sourceLanguage == "de")
        #expect(scene.translator.requests.map(\.phrase.language) == ["de"])
    }

    @Test func whatIsInTheOtherLanguageAlreadyIsNotSent() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Buenos días.", language: "es"))
        var options = Self.options
        options.source = nil
        await scene.say(options)
        #expect(scene.translator.requests.isEmpty)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["Buenos días."])
        #expect(scene.spy.exchanges[0].service == nil)
    }

    @Test(arguments: [("en", "es"), ("es", "en"), ("fr", "es")])
    func inAConversationEachSpeaksTheirOwnLanguage(heard: String, into: String) async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Text.", language: heard))
        var options = Self.options
        options.isConversation = true
        await scene.listen(options)
        scene.microphone.play(TranslatorRig.speech())
        // The next one may speak.
        await scene.microphone.waitUntilOpen()
        await scene.service.finishListening()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges[0].targetLanguage == into)
        #expect(scene.voice.requests.first?.language == into)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func inAConversationTheMicrophoneIsClosedWhileTheLoudspeakerSounds() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Text.", language: "en"))
        var options = Self.options
        options.isConversation = true
        scene.player.hold()
        await scene.listen(options)
        scene.microphone.play(TranslatorRig.speech())
        await scene.spy.wait(for: .speaking)
        #expect(!scene.microphone.isOpen)
        await scene.service.stopSpeech()
        await scene.microphone.waitUntilOpen()
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.stages == [.listening, .transcribing, .translating, .speaking, .listening, .idle])
    }

    @Test func whenTheProgramEndsWhatWasSaidIsTranslatedAndKeptButNotSpoken() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Text.", language: "en"))
        var options = Self.options
        options.isConversation = true
        await scene.listen(options)
        scene.microphone.play(TranslatorRig.speech(silence: 0))
        await scene.spy.wait { if case .exchange = $0 { true } else { false } }
        await scene.service.finish(within: .seconds(4))
        #expect(!scene.microphone.isOpen)
        #expect(scene.archive.exchanges.map(\.translation.revealed) == ["TEXT."])
        #expect(scene.player.playbacks == 0)
    }

    @Test func whenTheProgramEndsATranslationThatDoesNotComeIsGivenUp() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.silence]))
        var asked = scene.translator.asked.makeAsyncIterator()
        await scene.service.translate(Private("Hello."), Self.options)
        _ = await asked.next()
        await scene.service.finish(within: .zero)
        #expect(scene.archive.exchanges.isEmpty)
    }

    /// Returns once the program has begun to end; the task returns once the translator is done.
    private func end(_ scene: TranslatorRig) async -> Task<Void, Never> {
        let ending = Task { await scene.service.finish(within: .seconds(4)) }
        while !scene.clock.sleeps.contains(.seconds(4)) {
            await Task.yield()
        }
        return ending
    }

    @Test func whenTheProgramEndsSpeechIsNotDoneAgain() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says([], "Primero."), .silence]))
        scene.player.failNext(AudioError(.noDevice, of: .loudspeaker))
        await scene.type("First.")
        await scene.service.translate(Private("Second."), Self.options)
        for await _ in scene.translator.asked.prefix(2) {}
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        let ending = await end(scene)
        scene.translator.answer("Segundo.")
        await ending.value
        #expect(scene.archive.exchanges.count == 2)
        // Once in vain.
        #expect(scene.player.playbacks == 1)
    }

    @Test func whenTheProgramEndsNothingBegins() async throws {
        let scene = TranslatorRig()
        await scene.service.finish(within: .seconds(4))
        await scene.service.translate(Private("Hello."), Self.options)
        await scene.service.finish(within: .seconds(4))
        try #require(scene.translator.requests.isEmpty)
        await scene.service.listen(Self.options)
        await scene.service.finish(within: .seconds(4))
        #expect(scene.microphone.opens == 0)
    }

    @Test(arguments: [true, false]) func listeningThatWaitsForSpeechCanBeFinished(programEnds: Bool) async {
        let voice = StubbornVoice()
        let scene = TranslatorRig(others: [voice])
        var options = Self.options
        options.preferences.voiceService = .gemini
        await scene.service.translate(Private("Hello."), options)
        for await _ in voice.asked.prefix(1) {}
        await scene.spy.wait(for: .speaking)
        await scene.service.listen(options)
        if programEnds {
            _ = await end(scene)
        } else {
            await scene.service.finishListening()
        }
        voice.letGo()
        await scene.spy.wait(for: .idle)
        #expect(scene.microphone.opens == 0)
    }

    /// What the computer plays is also what the translator says.
    @Test func theMicrophoneDoesNotOpenBeforeSpeechHasEnded() async {
        let voice = StubbornVoice()
        let scene = TranslatorRig(
            translator: ScriptedTranslator([.saysAndWaits(["Hola. Buen"])]), others: [voice])
        var options = Self.options
        options.microphone = AudioDevice.computer.id
        options.preferences.voiceService = .gemini
        await scene.service.translate(Private("Hello. Good day."), options)
        for await _ in voice.asked.prefix(1) {}
        await scene.service.listen(options)
        for _ in 0..<200 {
            await Task.yield()
        }
        #expect(!scene.microphone.isOpen)
        voice.letGo()
        await scene.microphone.waitUntilOpen()
        await scene.service.cancelAll()
        await scene.spy.wait(for: .idle)
        #expect(scene.player.sounds.isEmpty)
    }

    /// Goes on with a sentence although it is cancelled, until it is let go.
    final class StubbornVoice: SpeechSynthesizer {
        let kind = VoiceServiceKind.gemini
        let mostCharacters = 1000
        let asked: AsyncStream<Void>
        private let bell: AsyncStream<Void>.Continuation
        private let sentence = Mutex<CheckedContinuation<Void, Never>?>(nil)

        init() {
            (asked, bell) = AsyncStream.makeStream(of: Void.self)
        }

        func voices(for language: String) async throws(SynthesisError) -> [Voice] {
            []
        }

        func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
            await withCheckedContinuation { continuation in
                sentence.withLock { $0 = continuation }
                bell.yield()
            }
            try Task.checkCancellation()
            return SpokenSound(samples: [0.1], rate: 16_000)
        }

        func letGo() {
            sentence.withLock { $0.take() }?.resume()
        }
    }

    // MARK: Offline

    private let offline = ScriptedRecognizer(ending: [.final(TranslatorRig.words("Good morning."))])

    /// A German speaks without a network.
    private func sayOffline() async -> (scene: TranslatorRig, options: TranslatorOptions) {
        let scene = TranslatorRig(
            recognizer: Self.recognizer("Guten Morgen.", language: "de"),
            translator: ScriptedTranslator([.fails(TranslationError(.offline))]), offline: offline)
        scene.network.become(available: false)
        var options = Self.options
        options.source = "de"
        options.target = "en"
        await scene.say(options)
        return (scene, options)
    }

    @Test func withoutANetworkSpeechIsTranslatedIntoEnglishHereAndItSaysSo() async {
        let (scene, _) = await sayOffline()
        #expect(scene.spy.notices == [.translatedOffline])
        #expect(scene.spy.exchanges.map(\.source.revealed) == ["Guten Morgen."])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["Good morning."])
        #expect(scene.spy.exchanges[0].service == .offline)
        #expect(offline.samplesTaken == scene.microphone.samplesDelivered)
    }

    @Test func whatThisComputerMadeInPlaceOfAServiceIsNotShownAsItsWork() async {
        let (scene, options) = await sayOffline()
        scene.network.become(available: true)
        await scene.type("Guten Morgen.", options)
        #expect(scene.spy.exchanges.map(\.service) == [.offline, .gemini])
        #expect(scene.spy.exchanges.map(\.isRemembered) == [false, false])
        #expect(scene.spy.exchanges.last?.translation.revealed == "GUTEN MORGEN.")
    }

    @Test func theOfflineServiceAsksNobody() async {
        let scene = TranslatorRig(recognizer: Self.recognizer("Guten Morgen.", language: "de"), offline: offline)
        var options = Self.options
        options.source = "de"
        options.target = "en"
        options.preferences.service = .offline
        options.preferences.agreedServices = []
        await scene.say(options)
        #expect(scene.translator.requests.isEmpty)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["Good morning."])
    }

    /// - Parameter pairs: pairs that this computer translates as text.
    private func sayHere(
        _ language: String, into target: String, _ pairs: Set<LanguagePair>, isConversation: Bool = false
    ) async -> TranslatorRig {
        let scene = TranslatorRig(
            recognizer: Self.recognizer("Guten Morgen.", language: language),
            translator: ScriptedTranslator(pairs: TranslationPairs(ready: pairs)), offline: offline)
        var options = Self.options
        options.source = isConversation ? language : nil
        options.target = target
        options.isConversation = isConversation
        options.preferences.service = .offline
        guard isConversation else {
            await scene.say(options)
            return scene
        }
        await scene.listen(options)
        scene.microphone.play(TranslatorRig.speech())
        await scene.microphone.waitUntilOpen()
        await scene.service.finishListening()
        await scene.spy.wait(for: .idle)
        return scene
    }

    /// With the pair, the transcript is translated, and no second recognition keeps the other person waiting.
    @Test(arguments: [(true, "GUTEN MORGEN."), (false, "Good morning.")])
    func inAConversationWhatCanBeTranslatedAsTextIs(isPair: Bool, translation: String) async {
        let scene = await sayHere(
            "de", into: "en", isPair ? [LanguagePair(source: "de", target: "en")] : [], isConversation: true)
        #expect(scene.spy.exchanges.first?.translation.revealed == translation)
    }

    private static let fromEnglish = LanguagePair(source: "en", target: "es")

    @Test func speechInAnyLanguageIsTranslatedByWayOfEnglish() async {
        let scene = await sayHere("de", into: "es", [Self.fromEnglish])
        #expect(scene.translator.requests.map(\.phrase) == [Phrase("Good morning.", language: "en")])
        #expect(scene.spy.exchanges.map(\.source.revealed) == ["Guten Morgen."])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["GOOD MORNING."])
        #expect(scene.spy.exchanges.map(\.service) == [.offline])
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func whatIsSaidInALanguageOfAPairIsTranslatedFromItsTranscript() async {
        let scene = await sayHere("de", into: "es", [Self.fromEnglish, LanguagePair(source: "de", target: "es")])
        #expect(scene.translator.requests.map(\.phrase) == [Phrase("Guten Morgen.", language: "de")])
    }

    @Test func speechThatCannotBeTranslatedHereIsLeftToTheTranslatorToRefuse() async {
        let scene = await sayHere("de", into: "fr", [Self.fromEnglish])
        #expect(scene.translator.requests.map(\.phrase.language) == ["de"])
    }

    // MARK: Silence

    /// Begins a conversation that ends after fifteen seconds of silence.
    private func converse(_ scene: TranslatorRig) async {
        var options = Self.options
        options.isConversation = true
        options.silenceStop = 15
        await scene.service.listen(options)
    }

    @Test func soundThatComesBackIsReported() async {
        let scene = TranslatorRig()
        await converse(scene)
        await scene.microphone.waitUntilOpen()
        scene.microphone.play([Float](repeating: 0, count: 5 * AudioBlock.sampleRate))
        scene.microphone.play([Float](repeating: 0.1, count: AudioBlock.sampleRate))
        await scene.spy.next { $0 == .sound }
        #expect(scene.spy.notices == [.noSound])
    }

    @Test func aConversationInWhichNobodySpeaksEndsByItself() async {
        let scene = TranslatorRig()
        await converse(scene)
        await scene.microphone.waitUntilOpen()
        scene.microphone.play([Float](repeating: 0, count: 16 * AudioBlock.sampleRate))
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.notices == [.noSound, .conversationEnded(seconds: 15)])
        #expect(!scene.microphone.isOpen)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func soundsWithoutWordsDoNotKeepAConversationOpen() async {
        let scene = TranslatorRig()
        await converse(scene)
        // A cough and two seconds of silence, again and again.
        for _ in 0..<5 {
            await scene.microphone.waitUntilOpen()
            scene.microphone.play(TranslatorRig.speech())
        }
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.notices == [.conversationEnded(seconds: 15)])
    }
}
