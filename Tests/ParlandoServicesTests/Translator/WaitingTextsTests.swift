import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What is typed or said while a translation runs waits for its turn.
@MainActor @Suite(.timeLimit(.minutes(1))) struct WaitingTextsTests {
    private static let options = TranslatorRig.options

    /// A translator that is asked for a first text and does not answer until that is cancelled.
    private func busy() async -> TranslatorRig {
        let scene = TranslatorRig(
            recognizer: ScriptedRecognizer(ending: [.final(TranslatorRig.words("Spoken."))]),
            translator: ScriptedTranslator([.silence]))
        await scene.service.translate(Private("First."), Self.options)
        var asked = scene.translator.asked.makeAsyncIterator()
        _ = await asked.next()
        return scene
    }

    private func source(_ scene: TranslatorRig, _ ids: [Exchange.ID]) -> [String] {
        ids.compactMap { id in scene.spy.exchanges.first { $0.id == id }?.source.revealed }
    }

    @Test func textsAreTranslatedInTheOrderInWhichTheyCame() async {
        let scene = await busy()
        for text in ["Second.", "Third.", "Fourth."] {
            await scene.service.translate(Private(text), Self.options)
        }
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(
            scene.translator.requests.map(\.phrase.text.revealed) == ["First.", "Second.", "Third.", "Fourth."])
        #expect(scene.spy.queues.map { source(scene, $0) }.contains(["Second.", "Third.", "Fourth."]))
        #expect(scene.spy.queues.last == [])
        #expect(scene.spy.exchanges.map(\.isWhole) == [false, true, true, true])
        // Nothing is over in between.
        #expect(scene.spy.stages.count { $0 == .idle } == 1)
    }

    @Test func whatIsSaidComesBeforeWhatIsTyped() async {
        let scene = await busy()
        await scene.service.translate(Private("Typed."), Self.options)
        await scene.listen()
        scene.microphone.play(TranslatorRig.speech())
        await scene.spy.wait { event in
            if case .waiting(let ids) = event { ids.count == 2 } else { false }
        }
        #expect(scene.spy.queues.last.map { source(scene, $0) } == ["Spoken.", "Typed."])
        #expect(!scene.microphone.isOpen)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.translator.requests.map(\.phrase.text.revealed) == ["First.", "Spoken.", "Typed."])
    }

    @Test func speechThatIsDoneAgainIsNotHeardByTheMicrophone() async {
        let scene = TranslatorRig(
            recognizer: ScriptedRecognizer(ending: [.final(TranslatorRig.words("Spoken."))]),
            translator: ScriptedTranslator([.says([], "Primero."), .silence]))
        scene.player.failNext(AudioError(.noDevice, of: .loudspeaker))
        await scene.type("First.")
        await scene.service.translate(Private("Second."), Self.options)
        var asked = scene.translator.asked.makeAsyncIterator()
        for _ in 0..<2 {
            _ = await asked.next()
        }
        await scene.service.retry(scene.spy.exchanges[0].id, Self.options)
        await scene.listen()
        scene.translator.answer("Segundo.")
        await scene.spy.wait { event in
            if case .waiting(let ids) = event { ids.isEmpty } else { false }
        }
        #expect(scene.microphone.isOpen)
        scene.microphone.play(TranslatorRig.speech())
        await scene.spy.wait(for: .idle, times: 2)
        // Once in vain, and once for what was said.
        #expect(scene.player.playbacks == 2)
        #expect(scene.spy.exchanges.map(\.isWhole) == [true, true, true])
    }

    // MARK: In a conversation

    private static var turns: TranslatorOptions {
        var options = options
        options.isConversation = true
        return options
    }

    @Test func whatWasTypedInAConversationIsSpokenBeforeTheMicrophoneOpensAgain() async {
        let scene = TranslatorRig(
            recognizer: ScriptedRecognizer(ending: [.final(TranslatorRig.words("Spoken."))]),
            translator: ScriptedTranslator([.silence]))
        var asked = scene.translator.asked.makeAsyncIterator()
        var played = scene.player.opened.makeAsyncIterator()
        await scene.listen(Self.turns)
        scene.microphone.play(TranslatorRig.speech())
        _ = await asked.next()
        await scene.service.translate(Private("Typed."), Self.turns)
        scene.player.hold()
        scene.translator.answer("Dicho.")
        for _ in 0..<2 {
            // Once for what was said, and once for what was typed.
            await played.next()
            #expect(scene.microphone.opens == 1)
            await scene.service.stopSpeech()
        }
        await scene.microphone.waitUntilOpen()
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.exchanges.map(\.source.revealed) == ["Spoken.", "Typed."])
        #expect(
            scene.spy.stages == [
                .listening, .transcribing, .translating, .speaking, .translating, .speaking, .listening, .idle,
            ])
    }

    @Test func aTextThatWaitsDoesNotKeepAConversationFromTakingTurns() async {
        let scene = TranslatorRig(
            recognizer: ScriptedRecognizer(ending: [.final(TranslatorRig.words("Spoken."))]),
            translator: ScriptedTranslator([.silence]))
        var asked = scene.translator.asked.makeAsyncIterator()
        await scene.service.translate(Private("First."), Self.turns)
        _ = await asked.next()
        await scene.service.translate(Private("Second."), Self.turns)
        scene.player.hold()
        scene.translator.answer("Primero.")
        await scene.spy.wait(for: .speaking)
        scene.player.letGo()
        await scene.listen(Self.turns)
        scene.microphone.play(TranslatorRig.speech())
        await scene.microphone.waitUntilOpen()
        #expect(
            scene.translator.requests.map(\.phrase.text.revealed) == ["First.", "Second.", "Spoken."])
        #expect(scene.spy.queues.last == [])
        await scene.service.finishListening()
        await scene.spy.wait(for: .idle)
        // In a conversation both are spoken, in their turn.
        let spoken = scene.voice.requests.map(\.text.revealed).drop { $0 != "SECOND." }
        #expect(spoken.prefix(2) == ["SECOND.", "SPOKEN."])
    }

    // MARK: The microphone

    @Test func theMicrophoneIsOpenWhileATextIsTranslated() async {
        let scene = await busy()
        await scene.listen()
        await scene.spy.wait(for: .listening)
        #expect(scene.spy.stages == [.translating, .listening])
        // Stop closes the microphone, and the text is still translated.
        await scene.service.cancel()
        await scene.spy.wait(for: .translating, times: 2)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.spy.failures.isEmpty)
    }

    @Test func whatWaitsCanBeDiscarded() async {
        let scene = await busy()
        await scene.service.translate(Private("Second."), Self.options)
        await scene.service.cancelWaiting()
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
        #expect(scene.translator.requests.map(\.phrase.text.revealed) == ["First."])
        #expect(scene.spy.queues.last == [])
    }

    @Test func cancellingEverythingLeavesNothingToBeTranslated() async {
        let scene = await busy()
        await scene.service.translate(Private("Second."), Self.options)
        await scene.service.cancelAll()
        await scene.spy.wait(for: .idle)
        #expect(scene.translator.requests.count == 1)
    }

    @Test func aFullQueueRefusesTheLastText() async {
        let scene = await busy()
        for number in 0...100 {
            await scene.service.translate(Private("\(number)"), Self.options)
        }
        await scene.spy.wait { if case .failure = $0 { true } else { false } }
        #expect(scene.spy.failures == [.translation(TranslationError(.queueFull))])
        #expect(scene.spy.queues.last?.count == 100)
        // However many wait, the one that is translated is not forgotten.
        scene.translator.answer("Primero.")
        await scene.spy.wait { if case .exchange(let exchange) = $0 { exchange.isWhole } else { false } }
        #expect(scene.spy.exchanges.first?.translation.revealed == "Primero.")
        await scene.service.cancelAll()
        await scene.spy.wait(for: .idle)
    }
}
