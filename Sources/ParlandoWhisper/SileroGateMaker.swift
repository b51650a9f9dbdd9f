public import ParlandoCore

/// Makes Silero gates from a voice activity model on disk.
public struct SileroGateMaker: SpeechGateMaker {
    private let path: String

    /// - Parameter path: of the voice activity model.
    public init(path: String) {
        self.path = path
    }

    public func makeGate() throws(RecognitionError) -> any SpeechGate {
        try SileroGate(path: path)
    }
}
