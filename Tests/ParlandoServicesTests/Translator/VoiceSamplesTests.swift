import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// A sample of a voice is no exchange: the page of the translator learns nothing of it.
@MainActor @Suite(.timeLimit(.minutes(1))) struct VoiceSamplesTests {
    private static let options = TranslatorRig.options

    private func sample(_ scene: TranslatorRig) async -> TranslatorFailure? {
        do throws(TranslatorFailure) {
            try await scene.service.speakSample(Private("Hola."), language: "es", Self.options)
            return nil
        } catch {
            return error
        }
    }

    @Test func aSampleIsPlayedAndPostsNothing() async {
        let scene = TranslatorRig()
        #expect(await sample(scene) == nil)
        #expect(scene.player.sounds.count == 1)
        #expect(scene.spy.news.isEmpty)
    }

    @Test func aVoiceThatDoesNotSpeakFailsAndNoOtherOneSpeaksForIt() async {
        let scene = TranslatorRig(voice: ScriptedSynthesizer(failures: [SynthesisError(.voiceGone)]))
        #expect(await sample(scene) == .synthesis(SynthesisError(.voiceGone)))
        #expect(scene.player.playbacks == 0)
        scene.player.failNext(AudioError(.lost))
        #expect(await sample(scene) == .playback(AudioError(.lost)))
        #expect(scene.spy.news.isEmpty)
    }

    @Test func aConversationIsNotEndedByASample() async {
        let scene = TranslatorRig()
        var options = Self.options
        options.isConversation = true
        await scene.listen(options)
        #expect(await sample(scene) == .busy)
        #expect(scene.microphone.isOpen && scene.player.playbacks == 0)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
    }

    @Test func theMicrophoneDoesNotHearASample() async {
        let scene = TranslatorRig()
        scene.player.hold()
        var opened = scene.player.opened.makeAsyncIterator()
        async let failure = sample(scene)
        await opened.next()
        await scene.listen()
        // It has ended before.
        #expect(await failure == nil)
        await scene.service.cancel()
        await scene.spy.wait(for: .idle)
    }

    @Test func aSampleEndsWhenTheProgramEndsAndNoneBegins() async {
        let scene = TranslatorRig()
        scene.player.hold()
        var opened = scene.player.opened.makeAsyncIterator()
        async let failure = sample(scene)
        await opened.next()
        await scene.service.finish(within: .seconds(4))
        #expect(await failure == nil)
        #expect(await sample(scene) == .busy)
    }

    @Test(arguments: [true, false]) func whatIsMadeEndsWhenNobodyAgreesToItAnyMore(isForAFile: Bool) async {
        let voice = TranslatorListeningTests.StubbornVoice()
        let scene = TranslatorRig(others: [voice])
        var options = Self.options
        options.preferences.voiceService = .gemini
        let making = Task { [options] in
            if isForAFile {
                _ = try? await scene.service.save(Private("Hola."), language: "es", to: "/x.wav", options)
            } else {
                _ = try? await scene.service.speakSample(Private("Hola."), language: "es", options)
            }
        }
        for await _ in voice.asked.prefix(1) {}
        await scene.service.stopSending()
        voice.letGo()
        await making.value
        #expect(scene.saver.files.isEmpty && scene.player.playbacks == 0)
    }

    @Test func anotherSampleEndsTheOneBefore() async {
        let scene = TranslatorRig()
        scene.player.hold()
        var opened = scene.player.opened.makeAsyncIterator()
        async let first = sample(scene)
        await opened.next()
        scene.player.letGo()
        #expect(await sample(scene) == nil)
        #expect(await first == nil)
        #expect(scene.player.playbacks == 2)
    }
}
