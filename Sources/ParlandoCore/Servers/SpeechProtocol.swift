/// Protocol of a speech recognition server. All protocols take a WAV file as the field `file` of a form.
public enum SpeechProtocol: String, Sendable, Equatable, Codable, CaseIterable {
    /// `POST /transcribe`, answered by `{"text": …}`.
    case transcribe
    /// `POST /v1/audio/transcriptions`, OpenAI's API.
    case openAI = "openai"
    /// `POST /inference`, the API of whisper.cpp's own server.
    case whisper

    /// Default path of the protocol.
    public var usualPath: String {
        switch self {
        case .transcribe: "/transcribe"
        case .openAI: "/v1/audio/transcriptions"
        case .whisper: "/inference"
        }
    }

    /// Paths to try below a server's address, the default one first.
    var usualPaths: [String] {
        self == .openAI ? [usualPath, lastPath] : [usualPath]
    }

    /// Suffix that every path of the protocol ends with.
    var lastPath: String {
        self == .openAI ? "/audio/transcriptions" : usualPath
    }

    /// Path prefixes that gateways with several APIs use.
    var prefixes: [String] {
        self == .openAI ? ["/api/v1", "/openai/v1"] : []
    }
}
