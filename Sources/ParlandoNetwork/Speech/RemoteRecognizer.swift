import Foundation
public import ParlandoCore
import Synchronization

/// Recognises speech on a server: what is said is cut at pauses and sent piece by piece, each piece once and in order.
///
/// There is no tentative text: a piece settles when its answer comes. When a piece fails, the session ends with
/// `RecognitionError.Kind.server`; the sound from that piece on is kept (`unsent`), and only the user sends it again.
public final class RemoteRecognizer: SpeechRecognizer {
    private let server: SpeechServer
    private let gates: any SpeechGateMaker
    private let latest = Mutex<Task<UnsentSpeech, Never>?>(nil)

    /// - Parameter gates: what tells speech from silence, one for each session.
    public init(server: SpeechServer, gates: any SpeechGateMaker) {
        self.server = server
        self.gates = gates
    }

    /// What the server did not take of the latest session; empty when it took everything. Waits for the session's end
    /// and that of its sound: what the microphone brings until it is closed belongs to it.
    public func unsent() async -> SpeechRecording {
        await unsentSpeech().recording
    }

    /// The same, with its place in the session.
    public func unsentSpeech() async -> UnsentSpeech {
        await latest.withLock { $0 }?.value ?? UnsentSpeech()
    }

    /// Does nothing: the model is on the server.
    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {}

    /// Does nothing: the model is on the server.
    public func unload() async {}

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let sound = UnsentSound()
        let (pieces, cut) = AsyncThrowingStream.makeStream(of: UtteranceFeed.News.self)
        let feed = UtteranceFeed(gates: gates)
        let cutting = Task { await feed.run(blocks, keeping: sound, into: cut) }
        let session = Task {
            var done = 0
            do {
                for try await news in pieces {
                    try await self.take(news, options: options, into: door)
                    done = news.end
                    sound.drop(before: done)
                }
                door.finish()
                return UnsentSpeech()
            } catch {
                door.finish(throwing: error)
                await cutting.value
                return UnsentSpeech(sound.recording(from: done), start: done)
            }
        }
        latest.withLock { $0 = session }
        door.onTermination = { reason in
            if case .cancelled = reason {
                session.cancel()
                cutting.cancel()
            }
        }
        return events
    }

    private func take(
        _ news: UtteranceFeed.News, options: RecognitionOptions,
        into door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) async throws {
        if case .speech(let utterance) = news {
            if utterance.beginsParagraph {
                door.yield(.paragraphEnded)
            }
            let answer: SpeechAnswer
            do throws(ServerError) {
                answer = try await server.recognize(SpeechRecording(utterance.samples), options: options, isLive: true)
            } catch {
                try Task.checkCancellation()
                throw RecognitionError(.server(error.kind), detail: error.detail)
            }
            let offset = Double(utterance.start) / Double(AudioBlock.sampleRate)
            let words = answer.words.map { $0.moved(by: offset) }
            if !words.isEmpty {
                door.yield(.settled(words))
            }
        }
        door.yield(.progress(seconds: Double(news.end) / Double(AudioBlock.sampleRate)))
    }
}
