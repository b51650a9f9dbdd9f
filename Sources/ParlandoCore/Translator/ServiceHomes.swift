/// Base URLs of the services.
public struct ServiceHomes: Sendable, Equatable {
    /// Base URL of the Gemini API.
    public var gemini = "https://generativelanguage.googleapis.com"
    /// Base URL of Google Cloud Text-to-Speech.
    public var google = "https://texttospeech.googleapis.com"

    /// Makes the URLs of Google's own servers.
    public init() {}

    /// Whether an address is that of one of Google's own servers.
    public static func isGoogle(_ address: String) -> Bool {
        guard let origin = Origin(address) else {
            return false
        }
        let usual = ServiceHomes()
        return [usual.gemini, usual.google].contains { Origin($0) == origin }
    }

    /// Returns the origin that the key of a service is sent to; nil if there is none yet.
    ///
    /// - Parameters:
    ///   - owner: `gemini`, `libretranslate` or `google`.
    ///   - address: URL of the user's LibreTranslate server.
    public func origin(ofKey owner: String, address: String) -> Origin? {
        switch owner {
        case "gemini": Origin(gemini)
        case "google": Origin(google)
        default: Origin(address)
        }
    }
}
