import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

@MainActor @Suite(.timeLimit(.minutes(1)))
struct TranslatorServiceTests {
    private static let options = TranslatorRig.options

    // MARK: Typed

    @Test func whatIsTypedIsTranslatedAndSpoken() async {
        let scene = TranslatorRig(
            translator: ScriptedTranslator([.says(["Buenos", "Buenos días."], "Buenos días. ¿Qué tal?")]))
        await scene.type("Good morning. How are you?")
        #expect(scene.spy.stages == [.translating, .speaking, .idle])
        #expect(scene.spy.exchanges.count == 1)
        let exchange = scene.spy.exchanges[0]
        #expect(exchange.source == Private("Good morning. How are you?"))
        #expect(exchange.translation == Private("Buenos días. ¿Qué tal?"))
        #expect(exchange.isWhole && exchange.service == .gemini && !exchange.isRemembered)
        #expect(scene.voice.requests.map(\.text.revealed) == ["Buenos días.", "¿Qué tal?"])
        #expect(scene.voice.requests.allSatisfy { $0.language == "es" })
        #expect(scene.player.sounds.count == 2)
        #expect(scene.archive.exchanges == [exchange])
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func theTextIsShownWhileItIsMade() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says(["Ho", "Hola"], "Hola.")]))
        await scene.type("Hello.")
        #expect(scene.spy.advances.map(\.translation.revealed) == ["", "Ho", "Hola", "Hola."])
        #expect(scene.spy.advances.map(\.isWhole) == [false, false, false, true])
    }

    @Test func theFirstSentenceIsSpokenWhileTheNextIsStillTranslated() async {
        let scene = TranslatorRig(
            translator: ScriptedTranslator([.saysAndWaits(["Primera frase. Segunda"])]))
        await scene.service.translate(Private("First. Second."), Self.options)
        await scene.spy.wait { if case .played = $0 { true } else { false } }
        #expect(scene.spy.stages == [.translating])
        #expect(scene.voice.requests.map(\.text.revealed) == ["Primera frase."])
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
    }

    @Test func emojiThatNobodyCanSpeakDoNotEndTheSpeech() async {
        let voice = RefusingSynthesizer(.gemini, SynthesisError(.badSound))
        let scene = TranslatorRig(
            translator: ScriptedTranslator([.says([], "Hola. 😀🎉\nAdiós.")]), others: [voice])
        var options = Self.options
        options.preferences.voiceService = .gemini
        await scene.type("Hello. 😀🎉\nBye.", options)
        #expect(voice.spoken == ["Hola.", "Adiós."])
        #expect(scene.player.sounds.count == 2)
        #expect(scene.spy.failures.isEmpty)
        #expect(scene.spy.notices.isEmpty)
        #expect(scene.voice.requests.isEmpty)
    }

    @Test func theLoudspeakerIsOpenedBeforeTheFirstSentenceIsThere() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.saysAndWaits(["Prim"])]))
        await scene.service.translate(Private("First. Second."), Self.options)
        var opened = scene.player.opened.makeAsyncIterator()
        _ = await opened.next()
        #expect(scene.voice.requests.isEmpty)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func aTextThatItsVoiceCannotReadIsReadByTheUserAndItSaysSo() async {
        let scene = TranslatorRig(voice: ScriptedSynthesizer(failures: [SynthesisError(.scriptRefused)]))
        var options = Self.options
        options.target = "ja"
        await scene.type("Tokyo", options)
        #expect(scene.spy.notices == [.unreadable(language: "ja")])
        #expect(scene.spy.failures.isEmpty && scene.spy.exchanges[0].isWhole)
    }

    @Test func withoutConsentNothingLeaves() async {
        let scene = TranslatorRig()
        var options = Self.options
        options.preferences.agreedServices = []
        await scene.type("Hello.", options)
        #expect(scene.translator.requests.isEmpty)
        #expect(scene.spy.failures == [.consentMissing(.gemini)])
        // Once it is given, the same exchange goes on.
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO."])
    }

    @Test func whatIsRememberedNeedsNoServiceAndNoConsent() async {
        let scene = TranslatorRig()
        await scene.type("Hello.")
        var options = Self.options
        options.preferences.agreedServices = []
        await scene.type("Hello.", options)
        #expect(scene.translator.requests.count == 1)
        #expect(scene.spy.exchanges.map(\.isRemembered) == [false, true])
        #expect(scene.spy.exchanges[1].translation == Private("HELLO."))
    }

    @Test(
        arguments: [("", .nothingToTranslate), (" \n ", .nothingToTranslate), ("x", nil)]
            as [(String, TranslationError.Kind?)])
    func anEmptyTextIsRefusedBeforeAnythingIsSent(text: String, kind: TranslationError.Kind?) async {
        let scene = TranslatorRig()
        await scene.type(text)
        #expect(scene.translator.requests.count == (kind == nil ? 1 : 0))
        #expect(scene.spy.failures == (kind.map { [.translation(TranslationError($0))] } ?? []))
    }

    @Test(arguments: [
        "😀🎉👨‍👩‍👧", "Hello שלום مرحبا 123.", "‮reversed‬ and not", "line\nline\tTab", "<b>&amp;</b> %s {name}",
    ])
    func whateverIsWrittenIsTranslatedAsItStands(text: String) async {
        let scene = TranslatorRig()
        await scene.type(text)
        #expect(scene.translator.requests.map(\.phrase.text.revealed) == [text])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == [text.uppercased()])
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func aTextThatIsTooLongIsRefusedBeforeAnythingIsSent() async {
        let scene = TranslatorRig()
        await scene.type(String(repeating: "a", count: 10_001))
        #expect(scene.translator.requests.isEmpty)
        #expect(scene.spy.failures == [.translation(TranslationError(.tooLong, detail: "10001 characters"))])
    }

    @Test func cancellingLetsTheNextTextThatWaitsBegin() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.silence]))
        await scene.service.translate(Private("First."), Self.options)
        var asked = scene.translator.asked.makeAsyncIterator()
        _ = await asked.next()
        await scene.service.translate(Private("Second."), Self.options)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["", "SECOND."])
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func cancellingLeavesWhatIsThereAndItCanBeDoneAgain() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.saysAndWaits(["Hola. Que"])]))
        await scene.service.translate(Private("Hello. That"), Self.options)
        await scene.spy.wait {
            if case .exchange(let exchange) = $0 { !exchange.translation.revealed.isEmpty } else { false }
        }
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["Hola. Que"])
        #expect(scene.spy.failures.isEmpty)
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO. THAT"])
    }

    @Test func onlyTheFailedStageIsDoneAgain() async {
        let scene = TranslatorRig()
        scene.player.failNext(AudioError(.noDevice, of: .loudspeaker))
        await scene.type("Hello.")
        #expect(scene.spy.failures == [.playback(AudioError(.noDevice, of: .loudspeaker))])
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.translator.requests.count == 1)
        #expect(scene.spy.stages == [.translating, .speaking, .idle, .speaking, .idle])
        #expect(scene.player.sounds.count == 1)
        // Nothing failed any more: there is nothing to do again.
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        #expect(scene.spy.stages.count == 5)
    }

    @Test func whatCannotBeKeptIsTranslatedAllTheSame() async {
        let scene = TranslatorRig()
        scene.archive.fail(with: ArchiveError(.diskFull))
        await scene.type("Hello.")
        #expect(scene.spy.notices == [.notKept(scene.spy.exchanges[0].id, ArchiveError(.diskFull))])
        #expect(scene.spy.exchanges[0].isWhole)
        #expect(scene.player.sounds.count == 1)
    }

    // MARK: Network

    @Test func aPhraseWaitsForTheNetworkAndIsSentWhenItIsBack() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.fails(TranslationError(.offline))]))
        scene.network.become(available: false)
        await scene.service.translate(Private("Hello."), Self.options)
        await scene.spy.wait { $0 == .notice(.waitingForNetwork) }
        // Something changes, but there is no network yet.
        scene.network.become(available: false)
        scene.network.become(available: true)
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO."])
        #expect(scene.translator.requests.count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func aNetworkThatComesBackBeforeItsChangesAreFollowedIsNoticed() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.fails(TranslationError(.offline))]))
        scene.network.become(available: false)
        scene.network.returnUnseen()
        await scene.type("Hello.")
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO."])
    }

    @Test func whoDoesNotWishToWaitIsToldAtOnce() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.fails(TranslationError(.offline))]))
        scene.network.become(available: false)
        var options = Self.options
        options.preferences.waitsForNetwork = false
        await scene.type("Hello.", options)
        #expect(scene.spy.failures == [.translation(TranslationError(.offline))])
        #expect(scene.translator.requests.count == 1)
    }

    // MARK: Questions

    @Test func modelsAndVoicesAreThoseOfTheServices() async throws {
        let scene = TranslatorRig(translator: ScriptedTranslator(models: ["one", "two"]))
        #expect(try await scene.service.models(Self.options) == ["one", "two"])
        #expect(try await scene.service.voices(for: "es", of: .local).map(\.id) == ["es-a", "es-b"])
    }

    @Test func aTextIsSavedAsOneSound() async throws {
        let scene = TranslatorRig()
        try await scene.service.save(Private("Hola. Adiós."), language: "es", to: "/x.wav", Self.options)
        // A hundredth of a second for each letter of the two sentences.
        #expect(scene.saver.files["/x.wav"]?.duration == 0.11)
    }

    @Test func commonPhrasesAreFetchedAheadOnceAndNeverShown() async {
        let scene = TranslatorRig()
        var options = Self.options
        options.preferences.fetchesAhead = true
        await scene.type("Where am I?", options)
        let phrases = CommonPhrases.phrases("en").count
        var asked = scene.translator.asked.makeAsyncIterator()
        for _ in 0...phrases {
            _ = await asked.next()
        }
        await scene.type("Thank you.", options)
        #expect(scene.translator.requests.count == phrases + 1)
        #expect(scene.spy.exchanges.count == 2)
        #expect(scene.archive.exchanges.count == 1)
    }

    // MARK: Memory and consent

    @Test func commonPhrasesAreFetchedFromTheFirstUseOfAPairWhoseSourceIsDetected() async {
        let scene = TranslatorRig()
        var options = Self.options
        options.source = nil
        options.preferences.fetchesAhead = true
        await scene.type("Where am I?", options)
        var asked = scene.translator.asked.makeAsyncIterator()
        _ = await asked.next()
        #expect(await asked.next()?.phrase.text.revealed == CommonPhrases.phrases("en").first)
    }

    @Test func commonPhrasesThatCouldNotBeFetchedAreFetchedAtTheNextUse() async {
        let scene = TranslatorRig(
            translator: ScriptedTranslator([.says([], "uno"), .fails(TranslationError(.keyRefused)), .says([], "dos")]))
        var options = Self.options
        options.preferences.fetchesAhead = true
        await scene.type("One", options)
        for task in await scene.service.fetching {
            await task.value
        }
        await scene.type("Two", options)
        for task in await scene.service.fetching {
            await task.value
        }
        #expect(scene.translator.requests.count == 3 + CommonPhrases.phrases("en").count)
    }

    @Test func whatAnotherModelHasMadeIsNotShown() async {
        let scene = TranslatorRig()
        await scene.type("Hello.")
        var options = Self.options
        options.preferences.model = "another"
        await scene.type("Hello.", options)
        #expect(scene.translator.requests.count == 2)
        #expect(scene.spy.exchanges.map(\.isRemembered) == [false, false])
    }

    @Test func whatIsRememberedCanBeAskedForAnewUnderItsId() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says([], "OLD"), .says([], "NEW")]))
        await scene.type("Hello.")
        await scene.type("Hello.")
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["OLD", "OLD"])
        var options = Self.options
        options.usesMemory = false
        await scene.service.translateAnew(scene.spy.exchanges[1], options)
        await scene.spy.wait(for: .idle, times: 3)
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["OLD", "NEW"])
        #expect(!scene.spy.exchanges[1].isRemembered)
        // And that is what is remembered.
        await scene.type("Hello.")
        #expect(scene.spy.exchanges.last?.translation.revealed == "NEW")
        #expect(scene.translator.requests.count == 2)
    }

    @Test func anExchangeOfTheHistoryIsAskedForAnewToo() async {
        let scene = TranslatorRig()
        let old = Exchange(
            source: "Hello.", sourceLanguage: "en", translation: "old", targetLanguage: "es", service: .gemini,
            isWhole: true)
        var options = Self.options
        options.usesMemory = false
        await scene.service.translateAnew(old, options)
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.id) == [old.id])
        #expect(scene.spy.exchanges.map(\.translation.revealed) == ["HELLO."])
    }

    @Test(arguments: [
        ScriptedTranslator.Outcome.fails(TranslationError(.addressRefused)),
        .fails(TranslationError(.addressRefused), after: ["Ho", "Hola"]), nil,
    ])
    func whatCannotBeTranslatedAnewStaysAsItWas(outcome: ScriptedTranslator.Outcome?) async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says([], "OLD")] + (outcome.map { [$0] } ?? [])))
        await scene.type("Hello.")
        await scene.type("Hello.")
        let old = scene.spy.exchanges[1]
        var options = Self.options
        options.usesMemory = false
        options.preferences.agreedServices = outcome == nil ? [] : ["gemini"]
        await scene.service.translateAnew(old, options)
        await scene.spy.wait(for: .idle, times: 3)
        #expect(scene.spy.failures.count == 1)
        #expect(scene.spy.exchanges[1] == old)
        #expect(old.translation.revealed == "OLD" && old.isWhole && old.isRemembered)
    }

    @Test func theOldTranslationStaysUntilTheNewOneArrivesAndComesBackWhenThatIsCancelled() async {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says([], "OLD"), .silence]))
        await scene.type("Hello.")
        let old = scene.spy.exchanges[0]
        var options = Self.options
        options.usesMemory = false
        var asked = scene.translator.asked.makeAsyncIterator()
        _ = await asked.next()
        await scene.service.translateAnew(old, options)
        _ = await asked.next()
        #expect(await scene.service.records[old.id]?.exchange == old)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle, times: 2)
        #expect(scene.spy.exchanges == [old])
    }

    @Test func aTranslationIsSpokenOnTheChosenLoudspeaker() async {
        let scene = TranslatorRig()
        var options = Self.options
        options.loudspeaker = "hw:1"
        await scene.type("Hello.", options)
        #expect(scene.player.devices == ["hw:1"])
    }

    @Test func theSoundIsKeptForItsExchange() async {
        let scene = TranslatorRig(voice: ScriptedSynthesizer(.gemini), others: [ScriptedSynthesizer()])
        var options = Self.options
        options.preferences.voiceService = .gemini
        await scene.type("Hello.", options)
        var kept = scene.archive.soundsKept.makeAsyncIterator()
        _ = await kept.next()
        #expect(scene.archive.soundOwners == scene.spy.exchanges.map(\.id))
    }

    @Test func whatWaitsToBeSentIsNotSentWhenNobodyAgreesToItAnyMore() async throws {
        let scene = TranslatorRig(translator: ScriptedTranslator([.says([], "x"), .silence]))
        var options = Self.options
        options.preferences.fetchesAhead = true
        await scene.type("Where am I?", options)
        var asked = scene.translator.asked.makeAsyncIterator()
        _ = await asked.next()
        _ = await asked.next()
        // The first of the common phrases is on its way; the others are never sent.
        let fetching = await scene.service.fetching
        await scene.service.stopSending()
        try #require(fetching.map(\.isCancelled) == [true])
        for task in fetching {
            await task.value
        }
        #expect(scene.translator.requests.count == 2)
    }

    /// As captions do. One request is allowed a minute.
    @Test func whatOthersHavePutInTheQueueIsNotSentThenEither() async {
        let scene = TranslatorRig()
        var options = Self.options
        (options.preferences.perMinute, options.preferences.fetchesAhead) = (1, false)
        await scene.type("Hello.", options)
        let service = await scene.service.translationService(options.preferences)
        let caption = Task {
            for try await _ in service.translate(Phrase("Welcome."), into: "de", priority: .typed) {}
        }
        while !scene.clock.sleeps.contains(.seconds(60)) {
            await Task.yield()
        }
        scene.clock.advance(by: .seconds(1))
        await scene.service.stopSending()
        scene.clock.advance(by: .seconds(59))
        while !scene.clock.sleeps.contains(.seconds(61)), scene.translator.requests.count == 1 {
            await Task.yield()
        }
        caption.cancel()
        _ = await caption.result
        #expect(scene.translator.requests.map(\.phrase.text.revealed) == ["Hello."])
    }
}
