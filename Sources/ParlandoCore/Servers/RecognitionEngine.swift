/// The engine that recognises speech: this computer or a server.
public enum RecognitionEngine: Sendable, Equatable {
    /// Recognition on this computer, with the model that the user has chosen.
    case local
    /// Recognition by one of the user's own servers. The timeout for each answer is in seconds.
    case server(ServerProfile, timeout: Int)

    /// The profile of the server; nil for recognition on this computer.
    public var server: ServerProfile? {
        switch self {
        case .local: nil
        case .server(let profile, _): profile
        }
    }
}
