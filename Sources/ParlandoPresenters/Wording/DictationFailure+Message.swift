public import ParlandoServices

extension DictationFailure {
    /// What to tell the user.
    public var message: Message {
        switch self {
        case .audio(let error): error.message
        case .recognition(let error): error.message
        case .file(let error): error.message
        }
    }
}
