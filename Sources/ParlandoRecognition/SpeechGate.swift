public import ParlandoCore

/// A voice activity detector (VAD), which estimates the probability of speech in each frame. Blocks the calling thread
/// while it computes.
public protocol SpeechGate {
    /// Number of samples in a frame.
    var frameLength: Int { get }

    /// Resets the detector's state. Must be called once before each session.
    func reset()

    /// Returns the probability of speech in each frame, 0…1. Accepts whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Makes voice activity detectors. Each session needs its own detector, because a detector has internal state.
public protocol SpeechGateMaker: Sendable {
    /// Verifies the checksum of the detector's model and loads the model. Throws `modelMissing`, `modelCorrupt` or
    /// `engineFailed`.
    ///
    /// - Parameter isolation: the actor that uses the detector; the model is read on its thread.
    func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate
}

/// Reads a voice activity detector from a model file whose checksum has been verified.
public protocol SpeechGateReader: Sendable {
    /// Reads a detector from the file at a path. Blocks. Throws `modelCorrupt` if the file is not a model of a
    /// detector.
    func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate
}
