public import ParlandoCore
import Synchronization

/// A recogniser that tells how many sessions use it, so that its model stays in memory as long as one does.
///
/// Who transcribes and who keeps the models share one of these. Safe from any thread.
public final class WatchedRecognizer: SpeechRecognizer {
    /// The number of sessions under way, each time it changes. For one reader.
    public let uses: AsyncStream<Int>

    private let recognizer: any SpeechRecognizer
    private let count = Mutex(0)
    private let news: AsyncStream<Int>.Continuation

    /// - Parameter recognizer: the one that does the work.
    public init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
        (uses, news) = AsyncStream.makeStream(of: Int.self)
    }

    deinit {
        news.finish()
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        try await recognizer.load(files, progress: progress)
    }

    public func unload() async {
        await recognizer.unload()
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        change(by: 1)
        let events = recognizer.transcribe(blocks, options: options)
        let (stream, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let session = Task {
            do {
                for try await event in events {
                    door.yield(event)
                }
                door.finish()
            } catch {
                door.finish(throwing: error)
            }
            change(by: -1)
        }
        door.onTermination = { reason in
            if case .cancelled = reason {
                session.cancel()
            }
        }
        return stream
    }

    private func change(by step: Int) {
        count.withLock { count in
            count += step
            // Inside the lock, so that the counts are told in the order in which they were true.
            news.yield(count)
        }
    }
}
