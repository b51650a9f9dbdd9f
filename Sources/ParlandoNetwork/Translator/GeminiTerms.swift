/// Fields common to all Gemini requests, for translation and for speech.
enum GeminiTerms {
    struct SafetySetting: Encodable {
        let category: String
        let threshold: String
    }

    /// Whether Google may store the request and its response. Without this field, paid projects store both
    /// (ai.google.dev/gemini-api/docs/logs-policy, since 2026-10-26).
    static let stores = false

    /// Settings that switch off the safety filters: people translate what others said, and someone who was insulted
    /// wants to know it. Categories and threshold as in ai.google.dev/gemini-api/docs/safety-settings.
    static let safetySettings = [
        "HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH", "HARM_CATEGORY_SEXUALLY_EXPLICIT",
        "HARM_CATEGORY_DANGEROUS_CONTENT",
    ].map { SafetySetting(category: $0, threshold: "BLOCK_NONE") }
}
