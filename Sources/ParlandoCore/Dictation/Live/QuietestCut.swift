/// Finds the quietest position at which to cut a window that has become too long.
///
/// Token timestamps are unsuitable for this, because cutting there loses words (design facts, speech, section 3).
enum QuietestCut {
    /// Returns the quietest position in a range, or its midpoint if the range is too short for a choice.
    static func position(in range: Range<Int>, sound: SoundBuffer, voice: VoiceTracker) -> Int {
        let half = AudioBlock.sampleRate * 8 / 100
        let hop = AudioBlock.sampleRate / 50
        var best = (range.lowerBound + range.upperBound) / 2
        var lowest = Float.infinity
        for position in stride(from: range.lowerBound, to: range.upperBound, by: hop) {
            let power = sound.power((position - half)..<(position + half))
            let loudness = power * (0.3 + voice.lowestProbability(around: position))
            if loudness < lowest {
                lowest = loudness
                best = position
            }
        }
        return best
    }
}
