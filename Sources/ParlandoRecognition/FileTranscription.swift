public import ParlandoCore
import Synchronization

/// Transcribes sound files as fast as the recogniser can.
public struct FileTranscription: Sendable {
    private let recognizer: any SpeechRecognizer

    public init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
    }

    /// Returns the transcript, and the error that ended reading early. The file is read only as fast as it is
    /// recognised, so it is never entirely in memory. If the task is cancelled, returns at once what is final.
    ///
    /// - Parameter progress: receives the fraction of the file that is done, 0…1.
    /// - Throws: `RecognitionError` if recognition fails.
    public func transcribe(
        _ file: AudioFile, options: RecognitionOptions, progress: (Double) -> Void
    ) async throws(RecognitionError) -> (document: TranscriptDocument, failure: AudioFileError?) {
        let ending = Ending()
        let blocks: AsyncStream<AudioBlock> = AsyncStream {
            var iterator = file.blocks.makeAsyncIterator()
            do {
                return try await iterator.next()
            } catch {
                ending.failure.withLock { $0 = error as? AudioFileError ?? AudioFileError(.truncated) }
                return nil
            }
        }
        var transcript = Transcript()
        var language = options.language
        do {
            for try await event in recognizer.transcribe(blocks, options: options) {
                transcript.apply(event)
                switch event {
                case .language(let code, _): language = code
                case .progress(let seconds) where file.seconds > 0: progress(min(1, seconds / file.seconds))
                default: break
                }
            }
        } catch {
            guard Task.isCancelled else {
                throw error as? RecognitionError ?? RecognitionError(.engineFailed)
            }
        }
        return (TranscriptDocument(transcript, language: language), ending.failure.withLock { $0 })
    }

    /// Holds the error that ended reading early. Thread-safe.
    private final class Ending: Sendable {
        let failure = Mutex<AudioFileError?>(nil)
    }
}
