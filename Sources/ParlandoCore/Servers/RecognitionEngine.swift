/// Who recognises speech.
public enum RecognitionEngine: Sendable, Equatable {
    /// This computer, with the chosen model.
    case local
    /// A server of the user's own, which may take so many seconds to answer.
    case server(ServerProfile, timeout: Int)

    /// The server, nil: this computer.
    public var server: ServerProfile? {
        switch self {
        case .local: nil
        case .server(let profile, _): profile
        }
    }
}
