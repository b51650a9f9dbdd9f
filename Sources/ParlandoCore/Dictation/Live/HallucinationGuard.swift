/// Removes hallucinated words from hypotheses.
public enum HallucinationGuard {
    /// Returns the words of a hypothesis, or none if the decoder's own confidence is too low.
    ///
    /// With these thresholds, a prototype produced no word on 342 s of noise, music and silence (design facts).
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

    /// Removes descriptions of sound, such as "[MUSIC]", "(upbeat music)" and "*sighs*", and musical notes (♪) with the
    /// humming between them. Keeps words that somebody said in brackets, or sang.
    public static func withoutAnnotations(_ words: [DecodedWord]) -> [DecodedWord] {
        var result: [DecodedWord] = []
        var rest = words[...]
        while let first = rest.first {
            let mark = mark(beginning: rest)
            if mark == 0 {
                result.append(first)
            }
            rest = rest.dropFirst(max(1, mark))
        }
        return result.contains { !$0.essence.isEmpty } ? result : []
    }

    /// Returns the number of words in the sound description at the beginning of `words`; 0 if they begin with speech.
    private static func mark(beginning words: ArraySlice<DecodedWord>) -> Int {
        guard let opening = words.first?.text.first else {
            return 0
        }
        let closing = opening == "♪" ? opening : SoundMark.brackets[opening]
        guard let closing else {
            return 0
        }
        let end = words.indices.first { index in
            let text = index == words.startIndex ? words[index].text.dropFirst() : words[index].text[...]
            return text.suffix(2).contains(closing)
        }
        let text = words[...(end ?? words.endIndex - 1)].reduce("") { $0 + ($1.isGlued ? "" : " ") + $1.text }
        let isMark =
            if opening == "♪" {
                SoundMark.isHumming(text)
            } else {
                end == nil ? SoundMark.mayDescribeSound(text) : SoundMark.describesSound(text, in: opening)
            }
        guard isMark else {
            // A single note is removed, because the words after it may be sung lyrics.
            return words.first?.essence.isEmpty == true && opening == "♪" ? 1 : 0
        }
        return (end ?? words.endIndex - 1) - words.startIndex + 1
    }
}
