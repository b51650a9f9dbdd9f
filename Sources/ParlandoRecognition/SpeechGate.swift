public import ParlandoCore

/// A voice activity detector (VAD), which estimates the probability of speech in each frame. Blocks the calling thread
/// while it computes.
public protocol SpeechGate {
    /// Number of samples in a frame.
    var frameLength: Int { get }

    /// Resets the detector's state. To be called once before each session.
    func reset()

    /// Returns the probability of speech in each frame, 0…1. Accepts whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Port: makes voice activity detectors. A detector has internal state, so that each session needs its own.
public protocol SpeechGateMaker: Sendable {
    /// Verifies the checksum of the detector's model and loads it. Throws `modelMissing`, `modelCorrupt` or
    /// `engineFailed`.
    ///
    /// - Parameter isolation: the actor that uses the detector; the model is read on its thread.
    func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate
}

/// Port: reads a voice activity detector from a model file that was verified.
public protocol SpeechGateReader: Sendable {
    /// Reads a detector. Blocks. Throws `modelCorrupt` if the file is not a model of a detector.
    func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate
}
