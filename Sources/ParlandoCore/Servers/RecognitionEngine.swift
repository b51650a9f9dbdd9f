/// The engine that recognises speech.
public enum RecognitionEngine: Sendable, Equatable {
    /// Recognition on this computer with the chosen model.
    case local
    /// Recognition by one of the user's own servers, with a timeout in seconds for each answer.
    case server(ServerProfile, timeout: Int)

    /// The server; nil for recognition on this computer.
    public var server: ServerProfile? {
        switch self {
        case .local: nil
        case .server(let profile, _): profile
        }
    }
}
