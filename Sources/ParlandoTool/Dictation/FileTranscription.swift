import ParlandoCore
import Synchronization

/// Transcription of a sound file at the highest speed this computer allows.
struct FileTranscription {
    let recognizer: any SpeechRecognizer
    let model: String

    /// Returns the transcript of the file, and the error if not all of the file could be read.
    ///
    /// - Parameter progress: receives the fraction that is done, 0…1.
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

/// Stream of a file's blocks, pulled as the recogniser asks for them, so that a long file is never entirely in memory.
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

    /// Error that ended the file early, or nil if there was none.
    var failure: AudioFileError? {
        ending.failure.withLock { $0 }
    }
}
