import ParlandoCore

extension SpokenSound {
    /// This sound and another one behind it. Throws where the same service made them at different rates.
    func followed(by next: SpokenSound) throws(SynthesisError) -> SpokenSound {
        guard rate == next.rate else {
            throw SynthesisError(.badSound, detail: "parts at \(rate) and \(next.rate) Hz")
        }
        return SpokenSound(samples: samples + next.samples, rate: rate)
    }
}
