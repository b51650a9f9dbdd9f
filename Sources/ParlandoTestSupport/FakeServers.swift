public import ParlandoCore
import Synchronization

/// Servers that recognise nothing, keep what a test says, and answer as a test says. May be used from any thread.
public final class FakeServers: ServerRecognizing {
    private struct State {
        var unsent = UnsentSpeech()
        var answer: Result<ServerTest, ServerError>?
        var tested: [ServerProfile] = []
        var keys: [Private<String>?] = []
        var repeats = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// From now on this was not sent.
    public func keep(_ unsent: UnsentSpeech) {
        state.withLock { $0.unsent = unsent }
    }

    /// From now on a test comes to this.
    public func answer(_ answer: Result<ServerTest, ServerError>) {
        state.withLock { $0.answer = answer }
    }

    /// Every server that was tested, in order.
    public var tested: [ServerProfile] {
        state.withLock { $0.tested }
    }

    /// The keys that the tests were given.
    public var keys: [Private<String>?] {
        state.withLock { $0.keys }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    /// How often a session was told to go on.
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
        _ profile: ServerProfile, key: Private<String>?, timeout: Duration
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
