public import ParlandoCore

/// An interrupted session that continues with the sound kept from it, instead of the microphone's sound.
public struct ResumedSession: Sendable, Equatable {
    /// The text that was final when the session was interrupted.
    public var transcript: Transcript
    /// The sound to continue with, and its position in the session.
    public var speech: UnsentSpeech

    public init(transcript: Transcript, speech: UnsentSpeech) {
        self.transcript = transcript
        self.speech = speech
    }
}

/// A microphone that delivers a recording as fast as its stream is read. The stream ends at the end of the recording.
struct RecordingMicrophone: Microphone {
    private static let blockSize = AudioBlock.sampleRate / 10
    let recording: SpeechRecording

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let samples = recording.samples
        return AsyncStream { stream in
            for start in stride(from: 0, to: samples.count, by: Self.blockSize) {
                let end = min(start + Self.blockSize, samples.count)
                stream.yield(.block(AudioBlock(samples: Array(samples[start..<end]))))
            }
            stream.finish()
        }
    }

    /// Does nothing, because `open` has already put everything into the stream.
    func close() {}
}
