import ParlandoCore

/// How many new tokens one decoding may bring: more is a decoder that babbles.
enum TokenLimit {
    /// Tokens a second of any language can take: the vocabulary spells scripts such as Devanagari, Thai or Khmer nearly
    /// byte by byte, three bytes a character, and people speak about ten characters a second.
    private static let tokensPerSecondOfAnyLanguage = 30.0
    /// The same of English, where the whole text counts and not the cost of a loop: digits said fast, each with its comma,
    /// take eight.
    private static let mostTokensPerSecondOfEnglish = 12.0

    /// - Parameters:
    ///   - seconds: of sound in the window.
    ///   - prefix: tokens of the window's text that are settled already.
    ///   - opening: tokens that are fed before the first new one, those of the prefix included.
    ///   - room: tokens the decoder can hold in all (`n_text_ctx`); behind it there is no memory.
    ///   - isPatient: whether nobody waits for the answer.
    static func newTokens(
        seconds: Double, prefix: Int, opening: Int, room: Int, isMultilingual: Bool, isPatient: Bool
    ) -> Int {
        let english = isPatient ? mostTokensPerSecondOfEnglish : LivePolicy.tokensPerSecond
        let rate = isMultilingual ? tokensPerSecondOfAnyLanguage : english
        let spoken = max(6, Int(seconds * rate) + 6 - prefix)
        // One more for the token that begins every text.
        return max(0, min(spoken, room - opening - 1))
    }
}
