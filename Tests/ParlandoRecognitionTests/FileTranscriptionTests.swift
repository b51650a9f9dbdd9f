import ParlandoCore
import ParlandoRecognition
import Testing

/// Files, with a recogniser that writes a word and then waits.
@Suite(.timeLimit(.minutes(1))) struct FileTranscriptionTests {
    /// Fails as soon as it is cancelled, as a computation that was cut off does.
    private struct CutRecognizer: SpeechRecognizer {
        func transcribe(
            _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
        ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
            AsyncThrowingStream { events in
                events.yield(.final([Word(text: "Hello", start: 0, end: 1, probability: 1)]))
                events.onTermination = { _ in events.finish(throwing: CancellationError()) }
            }
        }
    }

    @Test func whatIsFinalOutlivesAnInterruption() async throws {
        let file = AudioFile(seconds: 9, blocks: AsyncThrowingStream { _ in })
        let work = Task {
            try await FileTranscription(CutRecognizer()).transcribe(file, options: RecognitionOptions()) { _ in }
        }
        work.cancel()
        #expect(try await work.value.document.text == "Hello")
    }
}
