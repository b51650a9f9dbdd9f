import ParlandoCore

extension SpokenSound {
    /// Returns this audio followed by another. Throws if their sample rates differ.
    func followed(by next: SpokenSound) throws(SynthesisError) -> SpokenSound {
        guard rate == next.rate else {
            throw SynthesisError(.badSound, detail: "parts at \(rate) and \(next.rate) Hz")
        }
        return SpokenSound(samples: samples + next.samples, rate: rate)
    }
}
