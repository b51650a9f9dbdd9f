/// Fields that every request to Gemini carries, whether it asks for a translation or for speech.
enum GeminiTerms {
    struct SafetySetting: Encodable {
        let category: String
        let threshold: String
    }

    /// Whether Google may keep the request and its answer. Without this field, projects that pay keep both
    /// (ai.google.dev/gemini-api/docs/logs-policy, since 2026-10-26).
    static let stores = false

    /// No filter judges the text: people translate what others said, and who was insulted wants to know it. Categories
    /// and threshold of ai.google.dev/gemini-api/docs/safety-settings.
    static let safetySettings = [
        "HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH", "HARM_CATEGORY_SEXUALLY_EXPLICIT",
        "HARM_CATEGORY_DANGEROUS_CONTENT",
    ].map { SafetySetting(category: $0, threshold: "BLOCK_NONE") }
}
