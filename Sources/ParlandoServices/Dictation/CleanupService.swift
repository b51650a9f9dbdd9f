public import ParlandoCore
import Synchronization

/// Called on the main actor.
@MainActor public protocol CleanupDelegate: AnyObject {
    /// A paragraph of a dictation is delivered as it was heard.
    func cleanup(_ service: CleanupService, didKeepWords reason: CleanupError)
}

/// Has the user's language model clean up text: a part of the page, or each paragraph of a dictation before it is
/// delivered. The text stays as it is if that fails, takes too long, or the user does not agree. Thread-safe.
///
/// As a recorder it stands between a dictation service and the delivery at the caret. Paragraphs are asked for as soon
/// as they end, three at a time, and delivered in their order, each at most `deliveryLimit` after its turn.
public final class CleanupService: Sendable {
    private struct Session {
        let task: CleanupTask
        var heard = Transcript()
        /// Paragraphs that were asked for.
        var asked = 0
    }

    private static let mostRequests = 3
    static let deliveryLimit = Duration.seconds(3)
    static let pageLimit = Duration.seconds(60)

    @MainActor public weak var delegate: (any CleanupDelegate)?

    private let model: any LanguageModel
    private let preferences: any PreferenceStore
    private let caret: CaretService
    private let clock: any Clock<Duration>
    /// Carried out in order, with what was delivered of the session.
    private let steps: AsyncStream<@Sendable (inout Transcript) async -> Void>.Continuation
    /// Nil if the session is delivered as it is heard.
    private let session = Mutex<Session?>(nil)
    /// The latest `mostRequests` paragraphs that were asked for. The next one waits for the first of them.
    private let requests = Mutex<[Task<String, Never>]>([])

    /// - Parameter clock: times the answers.
    public init(
        model: any LanguageModel, preferences: any PreferenceStore, caret: CaretService,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.model = model
        self.preferences = preferences
        self.caret = caret
        self.clock = clock
        let (stream, steps) = AsyncStream.makeStream(of: (@Sendable (inout Transcript) async -> Void).self)
        self.steps = steps
        Task {
            var delivered = Transcript()
            for await step in stream {
                await step(&delivered)
            }
        }
    }

    deinit {
        steps.finish()
    }

    /// Cancelling the task ends the request; the error is then `.server(.cancelled)`.
    ///
    /// - Parameter isDelivery: whether nobody sees the result before it is inserted.
    public func clean(
        _ text: String, with task: CleanupTask, isDelivery: Bool = false
    ) async throws(CleanupError) -> String {
        guard let server = preferences.load().allowedLanguageModel else {
            throw CleanupError(.notAllowed)
        }
        let limit = isDelivery ? Self.deliveryLimit : Self.pageLimit
        let answer = TerminalText.shown(try await ask(server, task.prompt, Private(text), within: limit).revealed)
        // The consent may have been withdrawn meanwhile.
        let isAllowed = preferences.load().allowedLanguageModel == server
        guard isAllowed, task.accepts(answer, for: text, isDelivery: isDelivery) else {
            throw CleanupError(isAllowed ? .otherLength : .notAllowed)
        }
        return answer
    }

    /// Does not wait for what cannot be cancelled, such as a keyring that asks for its password.
    private func ask(
        _ server: ServerProfile, _ prompt: String, _ text: Private<String>, within limit: Duration
    ) async throws(CleanupError) -> Private<String> {
        let (results, door) = AsyncStream.makeStream(of: Result<Private<String>, CleanupError>.self)
        let asking = Task { [model] in
            do throws(CleanupError) {
                door.yield(.success(try await model.answer(prompt: prompt, text: text, on: server, within: limit)))
            } catch {
                door.yield(.failure(error))
            }
        }
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: limit)) != nil {
                door.yield(.failure(CleanupError(.server(.timedOut))))
            }
        }
        defer {
            asking.cancel()
            timer.cancel()
        }
        return try (await results.first { _ in true } ?? .failure(CleanupError(.server(.cancelled)))).get()
    }

    /// As `CaretService.begin`; call this one instead.
    public func begin(_ session: Int, breaksLines: Bool) {
        steps.yield { [caret] _ in caret.begin(session, breaksLines: breaksLines) }
    }

    /// The text of the session that has just ended, once all of it is cleaned up; empty if it is delivered as heard.
    public func text() -> Task<String, Never> {
        let (texts, door) = AsyncStream.makeStream(of: String.self)
        steps.yield { door.yield($0.text) }
        return Task { await texts.first { _ in true } ?? "" }
    }
}

extension CleanupService: DictationRecording {
    public func take(_ news: DictationNews) {
        session.withLock { session in
            switch news {
            case .began(let options):
                // The beginning of a resumed session has been delivered.
                session = options.resumed == nil ? preferences.load().deliveryTask.map { Session(task: $0) } : nil
                steps.yield { $0 = Transcript() }
            case .reported(.transcript(let transcript)):
                session?.heard = transcript
                guard !ask(in: &session, isOver: false) else {
                    return
                }
            case .reported(.takenBack(let rest, let isAbove)) where session != nil:
                let asked = session.map { min($0.asked, rest.paragraphs.count) } ?? 0
                session?.heard = rest
                session?.asked = asked
                steps.yield { [caret] delivered in
                    delivered = Transcript(paragraphs: Array(delivered.paragraphs.prefix(rest.paragraphs.count)))
                    caret.take(.reported(.takenBack(delivered, isAbove: isAbove)))
                }
                return
            case .reported(.takenBack):
                break
            case .reported(.phase(.idle)):
                _ = ask(in: &session, isOver: true)
            case .reported, .captured, .unfinished:
                return
            }
            steps.yield { [caret] _ in caret.take(news) }
        }
    }

    /// Asks for the paragraphs that have ended. Returns whether the session is cleaned up.
    private func ask(in session: inout Session?, isOver: Bool) -> Bool {
        guard let current = session else {
            return false
        }
        let paragraphs = current.heard.paragraphs
        let ended = paragraphs.count - (current.heard.isParagraphOpen && !isOver ? 1 : 0)
        for paragraph in paragraphs.prefix(ended).dropFirst(current.asked) {
            let cleaned = requests.withLock { requests in
                let former = requests.count < Self.mostRequests ? nil : requests.removeFirst()
                let cleaned = Task {
                    _ = await former?.value
                    return await clean(paragraph.text, of: current)
                }
                requests.append(cleaned)
                return cleaned
            }
            steps.yield { [caret] delivered in
                let words = await cleaned.value.split(separator: " ").map {
                    Word(text: String($0), start: paragraph.start, end: paragraph.end, probability: 1)
                }
                delivered = Transcript(paragraphs: delivered.paragraphs + [Paragraph(words: words)])
                caret.take(.reported(.transcript(delivered)))
            }
        }
        session?.asked = max(current.asked, ended)
        return true
    }

    private func clean(_ text: String, of session: Session) async -> String {
        do throws(CleanupError) {
            return text.isEmpty ? "" : try await clean(text, with: session.task, isDelivery: true)
        } catch {
            await MainActor.run { delegate?.cleanup(self, didKeepWords: error) }
            return text
        }
    }
}
