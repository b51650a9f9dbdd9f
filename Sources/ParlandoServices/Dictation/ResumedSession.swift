public import ParlandoCore

/// A session that goes on with sound that was kept, in place of the microphone.
public struct ResumedSession: Sendable, Equatable {
    /// What was settled before.
    public var transcript: Transcript
    /// The sound to go on with, and where it lies in the session.
    public var speech: UnsentSpeech

    public init(transcript: Transcript, speech: UnsentSpeech) {
        self.transcript = transcript
        self.speech = speech
    }
}

/// Gives a recording as a microphone would, as fast as it is taken, and ends with it.
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

    /// Everything has been delivered already.
    func close() {}
}
