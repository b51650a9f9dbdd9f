public import ParlandoCore

/// Makes Silero gates from the voice activity model that is on disk by then.
public struct SileroGateMaker: SpeechGateMaker {
    private let store: any ModelStore

    /// - Parameter store: where the model lies, and what compares its checksum.
    public init(store: any ModelStore) {
        self.store = store
    }

    public func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate {
        try SileroGate(path: try await store.checkedVoiceActivity())
    }
}
