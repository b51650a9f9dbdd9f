import ParlandoTestSupport
import Synchronization

/// Answers one thing to everything.
final class OneAnswer: AnswerScript {
    private let made: Mutex<MadeAnswer>

    init(_ answer: MadeAnswer) {
        made = Mutex(answer)
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        made.withLock { $0 }
    }
}
