/// Keeps words that nobody said off the page.
public enum HallucinationGuard {
    /// The words of a hypothesis, or none when the decoder itself hardly believes in them.
    ///
    /// The bounds are those of the prototype in the design facts: no word on 342 s of noise, music and silence.
    static func filter(_ hypothesis: Hypothesis, hasPrefix: Bool) -> [DecodedWord] {
        let logProbability = hypothesis.meanLogProbability
        let isDoubtful =
            logProbability < -1.6
            || (hypothesis.noSpeech > 0.8 && logProbability < -0.8)
            || (hypothesis.noSpeech > 0.5 && logProbability < -1.1)
        if isDoubtful, !hasPrefix {
            return []
        }
        return withoutAnnotations(hypothesis.words)
    }

    /// Leaves out what describes sound instead of speech: "[MUSIC]", "(upbeat music)", "*sighs*", "♪".
    public static func withoutAnnotations(_ words: [DecodedWord]) -> [DecodedWord] {
        var result: [DecodedWord] = []
        var isInside = false
        for word in words {
            if let first = word.text.first, "[(*♪".contains(first) {
                isInside = true
            }
            if !isInside {
                result.append(word)
            }
            if word.text.suffix(2).contains(where: { "])*♪".contains($0) }) {
                isInside = false
            }
        }
        return result.contains { !$0.essence.isEmpty } ? result : []
    }
}
