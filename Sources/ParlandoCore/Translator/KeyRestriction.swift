/// The reason that Google rejects a request although its API key is valid (google.api.ErrorReason).
public enum KeyRestriction: Sendable, Equatable, CaseIterable {
    /// The service is not enabled in the Google Cloud project of the key.
    case serviceDisabled
    /// The key may be used only for other services.
    case otherServices
    /// The key may be used only by certain web sites.
    case webSites
    /// The key may be used only from certain IP addresses.
    case addresses
    /// The key may be used only by certain mobile apps.
    case apps
    /// The service requires billing, which is not enabled in the Google Cloud project of the key.
    case billing
    /// Google has suspended the Google Cloud project of the key.
    case suspended
}
