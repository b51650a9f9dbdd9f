/// The form of transcript that a server with OpenAI's interface is asked for, as its field `response_format` names it.
public enum TranscriptFormat: String, Sendable, Equatable, Codable {
    /// With the times of words or sentences, where the server knows them.
    case timed = "verbose_json"
    /// The text alone: some servers and models know nothing else.
    case plain = "json"
}
