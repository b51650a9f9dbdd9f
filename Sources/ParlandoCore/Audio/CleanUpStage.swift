/// A stage that cleans up a voice before it is recognised. The stages are applied in this order.
public enum CleanUpStage: String, CaseIterable, Sendable {
    /// High-pass filter at 80 Hz, below the lowest voices.
    case highPass = "high-pass"
    /// Equaliser of ten bands that lowers rumble and raises consonants.
    case equalizer
    /// Spectral subtraction of steady noise.
    case subtraction
    /// Noise gate that turns pauses down.
    case gate
}
