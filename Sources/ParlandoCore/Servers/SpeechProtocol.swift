/// How a server that recognises speech is spoken to. Each takes a WAV file as the field `file` of a form.
public enum SpeechProtocol: String, Sendable, Equatable, Codable, CaseIterable {
    /// `POST /transcribe`, answered by `{"text": …}`.
    case transcribe
    /// `POST /v1/audio/transcriptions`, as OpenAI's interface has it.
    case openAI = "openai"
    /// `POST /inference` of whisper.cpp's own server.
    case whisper

    /// Where it is served, unless an address says otherwise.
    public var usualPath: String {
        switch self {
        case .transcribe: "/transcribe"
        case .openAI: "/v1/audio/transcriptions"
        case .whisper: "/inference"
        }
    }

    /// The paths below a server's address that are tried, the usual one first.
    var usualPaths: [String] {
        self == .openAI ? [usualPath, lastPath] : [usualPath]
    }

    /// The end of every path of the protocol.
    var lastPath: String {
        self == .openAI ? "/audio/transcriptions" : usualPath
    }

    /// Where gateways serve several interfaces, what stands before the end of the path.
    var prefixes: [String] {
        self == .openAI ? ["/api/v1", "/openai/v1"] : []
    }
}
