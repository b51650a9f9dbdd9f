import ParlandoCore

/// Limits the number of new tokens in a decoding. More tokens mean that the decoder is hallucinating.
enum TokenLimit {
    /// Maximum tokens per second of speech in any language. The vocabulary encodes scripts such as Devanagari, Thai and
    /// Khmer almost byte by byte, with three bytes per character, and people speak about ten characters a second.
    private static let tokensPerSecondOfAnyLanguage = 30.0
    /// Maximum tokens per second of English in a review, in which a complete text matters more than the cost of a loop.
    /// Quickly spoken digits, each with a comma, take eight.
    private static let mostTokensPerSecondOfEnglish = 12.0

    /// Returns the maximum number of new tokens.
    ///
    /// - Parameters:
    ///   - seconds: duration of the window's sound.
    ///   - prefix: number of tokens of the window's text that are already final.
    ///   - opening: number of tokens before the first new one, including the prefix.
    ///   - room: size of the decoder's context in tokens (`n_text_ctx`), which the text must not exceed.
    ///   - isPatient: whether the decoding is a review, which is allowed to take longer.
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
