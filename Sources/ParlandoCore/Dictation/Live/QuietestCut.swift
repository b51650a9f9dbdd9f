/// Where to cut a window that has grown too long: where the speaker is quietest.
///
/// Token time stamps are no place to cut: they lose words (design facts, speech, section 3).
enum QuietestCut {
    /// The best position in a range; the range's middle when it is too short to choose.
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
