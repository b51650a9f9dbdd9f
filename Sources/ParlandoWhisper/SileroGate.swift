import CWhisper
public import ParlandoCore
public import ParlandoRecognition

/// The Silero voice activity detector of whisper.cpp. Not thread-safe. Uses about 1 % of a processor core for live
/// sound.
final class SileroGate: SpeechGate {
    let frameLength = 512
    private let context: OpaquePointer

    init(path: String) throws(RecognitionError) {
        WhisperContext.silence()
        try ProcessorKernels.load()
        var parameters = whisper_vad_default_context_params()
        parameters.n_threads = 1
        parameters.use_gpu = false
        guard let context = whisper_vad_init_from_file_with_params(path, parameters) else {
            throw RecognitionError(.modelCorrupt, detail: "voice activity model")
        }
        self.context = context
    }

    deinit {
        whisper_vad_free(context)
    }

    func reset() {
        whisper_vad_reset_state(context)
    }

    func probabilities(of samples: [Float]) throws -> [Float] {
        guard whisper_vad_detect_speech_no_reset(context, samples, Int32(samples.count)),
            let probabilities = whisper_vad_probs(context)
        else {
            throw RecognitionError(.engineFailed, detail: "voice activity")
        }
        return Array(UnsafeBufferPointer(start: probabilities, count: Int(whisper_vad_n_probs(context))))
    }
}

/// Reads Silero detectors from verified model files.
public struct SileroGateReader: SpeechGateReader {
    public init() {}

    public func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate {
        try SileroGate(path: path)
    }
}

/// Makes Silero detectors from the model store, which verifies the checksum first.
public struct SileroGateMaker: SpeechGateMaker {
    private let store: any ModelStore

    public init(store: any ModelStore) {
        self.store = store
    }

    public func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate {
        try SileroGate(path: try await store.checkedVoiceActivity())
    }
}
