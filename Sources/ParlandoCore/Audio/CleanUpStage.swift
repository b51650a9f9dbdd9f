/// A stage of audio processing that improves speech before it is recognised. The stages are applied in the order of
/// their declaration.
public enum CleanUpStage: String, CaseIterable, Sendable {
    /// High-pass filter at 80 Hz, below the lowest voices.
    case highPass = "high-pass"
    /// Ten-band equaliser that attenuates rumble and boosts consonants.
    case equalizer
    /// Spectral subtraction, which removes steady noise.
    case subtraction
    /// Noise gate that attenuates pauses in speech.
    case gate
}
