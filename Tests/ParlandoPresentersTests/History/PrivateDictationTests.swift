import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The switch that leaves a dictation out of the history, and what other programs get meanwhile.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PrivateDictationTests {
    private final class View: PrivateDictationView {
        func render(_ state: PrivateDictationState) {}
        func showToast(_ text: String) {}
    }

    private final class Listener: DictationBroadcastDelegate {
        private let stream = AsyncStream<BroadcastEvent>.makeStream()

        func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent) {
            stream.continuation.yield(event)
        }

        func next(_ count: Int) async -> [BroadcastEvent] {
            var events: [BroadcastEvent] = []
            for await event in stream.stream.prefix(count) {
                events.append(event)
            }
            return events
        }
    }

    @Test func nothingIsPassedOnFromThePressUntilTheHistoryHasTakenItBack() async {
        let store = FakePreferenceStore()
        let (view, listener, history) = (View(), Listener(), HistoryService(preferences: store))
        let broadcast = DictationBroadcast(preferences: store)
        broadcast.delegate = listener
        let presenter = PrivateDictationPresenter(
            view: view, history: history, news: HistoryNews(of: history), broadcast: broadcast)
        let recorder = broadcast.recorder()
        recorder.take(.began(DictationOptions()))
        var transcript = Transcript()
        func say(_ text: String) {
            transcript.apply(.final([Word(text: text, start: 0, end: 1, probability: 1)]))
            recorder.take(.reported(.transcript(transcript)))
        }
        func adopt(_ isPrivate: Bool) {
            presenter.historyService(history, didReport: .keeping(HistoryKeepingState(isPrivate: isPrivate)))
        }
        presenter.setPrivate(true)
        say("one")
        // The history had reported this before it heard of the press.
        adopt(false)
        say("two")
        adopt(true)
        say("three")
        presenter.setPrivate(false)
        say("four")
        adopt(false)
        say("five")
        #expect(await listener.next(2) == [.interim(""), .final(" five", beginsParagraph: false)])
    }
}
