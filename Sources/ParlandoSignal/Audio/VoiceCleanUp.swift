public import ParlandoCore

/// Cleans up a voice before it is recognised: removes rumble, raises the band of speech, subtracts steady noise, and
/// turns pauses down. The sound is mono at 16 kHz.
///
/// Each stage can be left out, so that `scripts/bench simulate --clean` can measure its effect. The output has as many
/// samples as the input and is aligned with it; it comes `SpectralSubtraction.delay` samples later. Not thread-safe;
/// allocates memory, so it is not for the audio thread.
public struct VoiceCleanUp {
    private static let lowestVoice = 80.0

    private var highPass: HighPass?
    private var equalizer: VoiceEqualizer?
    private var subtraction: SpectralSubtraction?
    private var gate: NoiseGate?

    /// - Parameter stages: the stages to apply.
    public init(stages: Set<CleanUpStage> = Set(CleanUpStage.allCases)) {
        let rate = Double(AudioBlock.sampleRate)
        highPass = stages.contains(.highPass) ? HighPass(frequency: Self.lowestVoice, rate: rate) : nil
        equalizer = stages.contains(.equalizer) ? VoiceEqualizer(rate: rate) : nil
        // If memory for the transform cannot be allocated, the sound passes without subtraction.
        subtraction = stages.contains(.subtraction) ? SpectralSubtraction(rate: rate) : nil
        gate = stages.contains(.gate) ? NoiseGate(rate: rate) : nil
    }

    /// Adds samples. Returns those that are ready.
    public mutating func process(_ samples: [Float]) -> [Float] {
        var result = samples
        // A single sample that is infinite or not a number would make all later output of the filters invalid.
        for index in result.indices where !result[index].isFinite {
            result[index] = 0
        }
        if highPass != nil || equalizer != nil {
            for index in result.indices {
                let low = highPass?.next(result[index]) ?? result[index]
                result[index] = equalizer?.next(low) ?? low
            }
        }
        if let cleaned = subtraction?.process(result) {
            result = cleaned
        }
        gate?.apply(to: &result)
        return result
    }

    /// Returns the remaining samples. The object cannot be used afterwards.
    public mutating func finish() -> [Float] {
        var rest = subtraction?.finish() ?? []
        gate?.apply(to: &rest)
        return rest
    }
}
