public import ParlandoCore
import Synchronization

/// Language model that answers what a test has scripted, when the test allows it. Thread-safe.
public final class FakeLanguageModel: LanguageModel {
    private struct State {
        var answers: [String: Result<String, CleanupError>] = [:]
        var held: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var asked: [String] = []
    }

    /// The texts as they are asked for, for a single reader.
    public let requests: AsyncStream<String>
    private let door: AsyncStream<String>.Continuation
    private let state = Mutex(State())

    public init() {
        (requests, door) = AsyncStream.makeStream(of: String.self)
    }

    public var asked: [String] { state.withLock { $0.asked } }

    /// Sets the answer to a text; to any other, the text itself is the answer.
    public func answer(_ text: String, _ answer: Result<String, CleanupError>) {
        state.withLock { $0.answers[text] = answer }
    }

    /// Does not answer to a text until `release`, even if the task is cancelled.
    public func hold(_ text: String) {
        _ = state.withLock { $0.held.insert(text) }
    }

    public func release(_ text: String) {
        let waiting = state.withLock { state in
            state.held.remove(text)
            return state.waiting.removeValue(forKey: text) ?? []
        }
        waiting.forEach { $0.resume() }
    }

    public func answer(
        prompt: String, text: Private<String>, on profile: ServerProfile, within limit: Duration
    ) async throws(CleanupError) -> Private<String> {
        let text = text.revealed
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.asked.append(text)
                if state.held.contains(text) {
                    state.waiting[text, default: []].append(continuation)
                    return true
                }
                return false
            }
            door.yield(text)
            if !isHeld {
                continuation.resume()
            }
        }
        return Private(try (state.withLock { $0.answers[text] } ?? .success(text)).get())
    }
}

extension Preferences {
    /// Preferences with a language model to which text may be sent.
    public static func withLanguageModel(task: String = "", delivery: Delivery = .applications) -> Preferences {
        var preferences = Preferences()
        preferences.servers.profiles = [.languageModel]
        preferences.allow(.languageModel, on: "2026-11-26")
        preferences.cleanup.task = task
        preferences.delivery = delivery
        return preferences
    }
}

extension ServerProfile {
    public static let languageModel = ServerProfile(
        id: "m", name: "Oracle", address: "https://oracle.example", wire: .chat)
}
