import ParlandoCore
import Synchronization

/// The text of a sound file, read and recognised as fast as this computer can.
struct FileTranscription {
    let recognizer: any SpeechRecognizer
    let model: String

    /// What the whole file says, and why it is not the whole of it, if it is not.
    ///
    /// - Parameter progress: hears the share that is done, 0…1.
    func transcribe(
        _ file: AudioFile, options: RecognitionOptions, progress: (Double) -> Void
    ) async throws(Failure) -> (document: TranscriptDocument, failure: AudioFileError?) {
        let feed = Feed(file.blocks)
        var transcript = Transcript()
        var language = options.language
        do {
            for try await event in recognizer.transcribe(feed.blocks, options: options) {
                transcript.apply(event)
                switch event {
                case .language(let code, _): language = code
                case .progress(let seconds) where file.seconds > 0: progress(min(1, seconds / file.seconds))
                default: break
                }
            }
        } catch {
            let unknown = RecognitionError(.engineFailed)
            throw Failure(error as? RecognitionError ?? unknown, model: model)
        }
        return (TranscriptDocument(transcript, language: language), feed.failure)
    }
}

/// The blocks of a file, pulled one by one as the recogniser asks for them: a long file is never whole in memory.
private final class Feed: Sendable {
    let blocks: AsyncStream<AudioBlock>
    private let ending: Ending

    private final class Ending: Sendable {
        let failure = Mutex<AudioFileError?>(nil)
    }

    init(_ source: AsyncThrowingStream<AudioBlock, any Error>) {
        let ending = Ending()
        self.ending = ending
        blocks = AsyncStream {
            var iterator = source.makeAsyncIterator()
            do {
                return try await iterator.next()
            } catch {
                ending.failure.withLock { $0 = error as? AudioFileError ?? AudioFileError(.truncated) }
                return nil
            }
        }
    }

    /// Why the file ended early, nil: it did not.
    var failure: AudioFileError? {
        ending.failure.withLock { $0 }
    }
}
