/// HTTP API of a speech recognition server. Every API takes a WAV file as the field `file` of a form.
public enum SpeechProtocol: String, Sendable, Equatable, Codable, CaseIterable {
    /// `POST /transcribe`, answered with `{"text": …}`.
    case transcribe
    /// `POST /v1/audio/transcriptions`, as in OpenAI's API.
    case openAI = "openai"
    /// `POST /inference`, the API of whisper.cpp's server.
    case whisper

    /// Default URL path of the API.
    public var usualPath: String {
        switch self {
        case .transcribe: "/transcribe"
        case .openAI: "/v1/audio/transcriptions"
        case .whisper: "/inference"
        }
    }

    /// URL paths to try below a server's address, the default path first.
    var usualPaths: [String] {
        self == .openAI ? [usualPath, lastPath] : [usualPath]
    }

    /// Suffix that every URL path of the API ends with.
    var lastPath: String {
        self == .openAI ? "/audio/transcriptions" : usualPath
    }

    /// URL path prefixes used by gateways that serve several APIs.
    var prefixes: [String] {
        self == .openAI ? ["/api/v1", "/openai/v1"] : []
    }
}
