public import ParlandoCore

/// Makes Silero voice activity detectors from the model on disk.
public struct SileroGateMaker: SpeechGateMaker {
    private let store: any ModelStore

    /// - Parameter store: store that contains the model and verifies its checksum.
    public init(store: any ModelStore) {
        self.store = store
    }

    public func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate {
        try SileroGate(path: try await store.checkedVoiceActivity())
    }
}
