/// Port: has the user's language model rewrite a text. Nothing is sent twice.
public protocol LanguageModel: Sendable {
    /// Returns the whole answer, which may be empty. Cancelling the task ends the request at once.
    func answer(
        prompt: String, text: Private<String>, on profile: ServerProfile, within limit: Duration
    ) async throws(CleanupError) -> Private<String>
}

public enum CleanupErrorKind: Sendable, Equatable {
    /// There is no server, or the user does not agree.
    case notAllowed
    /// Without the server's own words: they may repeat what was sent.
    case server(ServerErrorKind)
    /// The answer is empty, or far shorter or longer than the text.
    case otherLength
}

/// Why a text stays as it is.
public typealias CleanupError = DetailedError<CleanupErrorKind>
