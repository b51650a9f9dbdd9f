import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationBroadcastTests {
    /// Records what it is told, and waits for it.
    @MainActor private final class Listener: DictationBroadcastDelegate {
        private let stream = AsyncStream<BroadcastEvent>.makeStream()

        func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent) {
            stream.continuation.yield(event)
        }

        func next(_ count: Int) async -> [BroadcastEvent] {
            var events: [BroadcastEvent] = []
            for await event in stream.stream {
                events.append(event)
                if events.count == count {
                    break
                }
            }
            return events
        }
    }

    private let store = FakePreferenceStore()
    private let broadcast: DictationBroadcast
    private let listener = Listener()

    init() {
        broadcast = DictationBroadcast(preferences: store)
        broadcast.delegate = listener
    }

    private func words(_ text: String, from start: Double = 0) -> [Word] {
        [Word](of: text, from: start)
    }

    @Test func finalTextIsBroadcastOnceAndInterimTextWhenItChanges() async {
        let one = broadcast.recorder()
        one.take(.began(DictationOptions()))
        var transcript = Transcript()
        func tell(_ event: RecognitionEvent) {
            transcript.apply(event)
            one.take(.reported(.transcript(transcript)))
        }
        tell(.interim(words("and so")))
        tell(.interim(words("and so")))
        tell(.final(words("And so")))
        tell(.final(words("my fellow", from: 2)))
        tell(.paragraphEnded)
        tell(.final(words("Americans", from: 4)))
        #expect(
            await listener.next(5) == [
                .interim("and so"), .final("And so", beginsParagraph: true), .interim(""),
                .final(" my fellow", beginsParagraph: false), .final("Americans", beginsParagraph: true),
            ])
    }

    @Test func textThatFollowsWhatWasTakenBackIsBroadcastAsWell() async {
        let one = broadcast.recorder()
        one.take(.began(DictationOptions()))
        let (first, second, third) = (words("One."), words("Two three.", from: 2), words("Four.", from: 5))
        func tell(_ paragraphs: [Word]...) -> Transcript {
            Transcript(paragraphs: paragraphs.map { Paragraph(words: $0) })
        }
        one.take(.reported(.transcript(tell(first, second))))
        one.take(.reported(.takenBack(tell(first), isAbove: false)))
        one.take(.reported(.transcript(tell(first))))
        one.take(.reported(.transcript(tell(first, third))))
        #expect(
            await listener.next(3) == [
                .final("One.", beginsParagraph: true), .final("Two three.", beginsParagraph: true),
                .final("Four.", beginsParagraph: true),
            ])
    }

    /// The recogniser writes punctuation of its own, and the speaker dictates another mark, or a new line, after it.
    @Test func aDictatedMarkReplacesPunctuationThatWasNotBroadcastYet() async {
        let one = broadcast.recorder()
        var replacement = LiveReplacement(
            ReplacementRules([ReplacementRule("comma", ","), ReplacementRule("new line", "\n")]))
        one.take(.began(DictationOptions()))
        var transcript = Transcript()
        func tell(_ event: RecognitionEvent) {
            transcript.apply(event)
            one.take(.reported(.transcript(replacement.apply(to: transcript))))
        }
        tell(.final(words("Hello.")))
        tell(.final(words("comma world.", from: 1)))
        tell(.interim(words("and", from: 3)))
        tell(.final(words("And you,", from: 3)))
        tell(.final(words("new line", from: 5)))
        tell(.final(words("me?", from: 7)))
        tell(.paragraphEnded)
        tell(.final(words("Bye.", from: 9)))
        one.take(.reported(.transcript(replacement.apply(to: transcript, isOver: true))))
        #expect(
            await listener.next(15) == [
                .final("Hello", beginsParagraph: true), .interim("."), .final(", world", beginsParagraph: false),
                .interim(". and"), .final(". And you", beginsParagraph: false), .interim(","), .interim(""),
                .final("Me", beginsParagraph: true), .interim("?"), .final("?", beginsParagraph: false),
                .interim(""), .final("Bye", beginsParagraph: true), .interim("."),
                .final(".", beginsParagraph: false), .interim(""),
            ])
    }

    @Test func aSessionBeginsAnewAndAResumedOneContinues() async {
        let one = broadcast.recorder()
        var transcript = Transcript()
        transcript.apply(.final(words("one two")))
        one.take(.began(DictationOptions()))
        one.take(.reported(.transcript(transcript)))
        one.take(.began(DictationOptions()))
        one.take(.reported(.transcript(transcript)))
        var options = DictationOptions()
        options.resumed = ResumedSession(
            transcript: transcript, speech: UnsentSpeech(SpeechRecording(), start: 0))
        one.take(.began(options))
        transcript.apply(.final(words("three", from: 2)))
        one.take(.reported(.transcript(transcript)))
        let final = BroadcastEvent.final("one two", beginsParagraph: true)
        #expect(await listener.next(3) == [final, final, .final(" three", beginsParagraph: false)])
    }

    @Test func whatIsPrivateOrGoesElsewhereIsNotBroadcast() async {
        let page = broadcast.recorder()
        let terminal = broadcast.recorder(sharesText: false)
        var transcript = Transcript()
        func say(_ text: String, to recorder: any DictationRecording) {
            transcript.apply(.final(words(text, from: Double(transcript.wordCount))))
            recorder.take(.reported(.transcript(transcript)))
        }
        terminal.take(.began(DictationOptions()))
        say("sudo", to: terminal)
        transcript = Transcript()
        page.take(.began(DictationOptions()))
        say("one", to: page)
        broadcast.setPrivate(true)
        say("two", to: page)
        var options = DictationOptions()
        options.resumed = ResumedSession(transcript: transcript, speech: UnsentSpeech(SpeechRecording(), start: 0))
        page.take(.began(options))
        broadcast.setPrivate(false)
        say("three", to: page)
        transcript = Transcript()
        page.take(.began(DictationOptions()))
        say("four", to: page)
        store.change { $0.delivery = .applications }
        say("five", to: page)
        // What began in another application stays there.
        store.change { $0.delivery = .page }
        say("six", to: page)
        page.take(.reported(.phase(.listening)))
        #expect(
            await listener.next(4) == [
                .final("one", beginsParagraph: true), .interim(""), .final("four", beginsParagraph: true),
                .phase(.listening),
            ])
    }

    @Test func ofTwoPagesTheOneThatListensCounts() async {
        let (one, other) = (broadcast.recorder(), broadcast.recorder())
        for phase in [DictationPhase.opening, .listening, .finishing] {
            one.take(.reported(.phase(phase)))
        }
        other.take(.reported(.phase(.opening)))
        one.take(.reported(.phase(.idle)))
        other.take(.reported(.phase(.listening)))
        other.take(.reported(.phase(.idle)))
        let phases: [DictationPhase] = [.opening, .listening, .finishing, .opening, .listening, .idle]
        #expect(await listener.next(6) == phases.map(BroadcastEvent.phase))
    }
}
