/// Response format requested from a server with OpenAI's API. The raw values are the values of the API's field
/// `response_format`.
public enum TranscriptFormat: String, Sendable, Equatable, Codable {
    /// Text with the times of words or sentences, if the server knows them.
    case timed = "verbose_json"
    /// Text only. Some servers and models support nothing else.
    case plain = "json"
}
