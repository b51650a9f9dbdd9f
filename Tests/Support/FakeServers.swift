public import ParlandoCore
import Synchronization

/// Fake speech recognition servers that return the words, the unsent audio and the server test results set by a test.
/// Thread-safe.
public final class FakeServers: ServerRecognizing {
    private struct State {
        var unsent = UnsentSpeech()
        var answer: Result<ServerTest, ServerError>?
        var tested: [ServerProfile] = []
        var keys: [Private<String>?] = []
        var repeats = 0
        var words: [Word] = []
        var failure: RecognitionError?
        var sessions: [ServerProfile] = []
    }

    private let state = Mutex(State())

    public init() {}

    public func keep(_ unsent: UnsentSpeech) {
        state.withLock { $0.unsent = unsent }
    }

    public func answer(_ answer: Result<ServerTest, ServerError>) {
        state.withLock { $0.answer = answer }
    }

    public func recognise(_ words: [Word], failure: RecognitionError? = nil) {
        state.withLock { state in
            state.words = words
            state.failure = failure
        }
    }

    public var sessions: [ServerProfile] {
        state.withLock { $0.sessions }
    }

    public var tested: [ServerProfile] {
        state.withLock { $0.tested }
    }

    public var keys: [Private<String>?] {
        state.withLock { $0.keys }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (words, failure) = state.withLock { state in
            state.sessions.append(profile)
            return (state.words, state.failure)
        }
        return AsyncThrowingStream { door in
            let session = Task {
                for await _ in blocks {
                    if let failure {
                        door.yield(.halted(failure))
                    }
                }
                if failure == nil, !words.isEmpty {
                    door.yield(.final(words))
                }
                door.finish(throwing: failure)
            }
            door.onTermination = { _ in session.cancel() }
        }
    }

    public var repeats: Int {
        state.withLock { $0.repeats }
    }

    public func sendAgain() {
        state.withLock { $0.repeats += 1 }
    }

    public func unsent() async -> UnsentSpeech {
        state.withLock { $0.unsent }
    }

    public func test(
        _ profile: ServerProfile, key: Private<String>?, home: Origin?, timeout: Duration
    ) async throws(ServerError) -> ServerTest {
        let answer = state.withLock { state in
            state.tested.append(profile)
            state.keys.append(key)
            return state.answer
        }
        guard let answer else {
            throw ServerError(.unreachable)
        }
        return try answer.get()
    }
}
