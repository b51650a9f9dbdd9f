/// Where the services live: addresses without paths.
public struct ServiceHomes: Sendable, Equatable {
    /// Of the Gemini API.
    public var gemini = "https://generativelanguage.googleapis.com"
    /// Of Google Cloud Text-to-Speech.
    public var google = "https://texttospeech.googleapis.com"

    /// Google's.
    public init() {}

    /// Where the key of a service is sent, nil: nowhere yet.
    ///
    /// - Parameters:
    ///   - owner: `gemini`, `libretranslate` or `google`.
    ///   - address: of the user's LibreTranslate server.
    public func origin(ofKey owner: String, address: String) -> Origin? {
        switch owner {
        case "gemini": Origin(gemini)
        case "google": Origin(google)
        default: Origin(address)
        }
    }
}
