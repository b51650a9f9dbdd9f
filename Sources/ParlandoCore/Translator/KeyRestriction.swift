/// The reason that Google rejects a valid key (google.api.ErrorReason).
public enum KeyRestriction: Sendable, Equatable, CaseIterable {
    /// The service is not enabled in the key's project.
    case serviceDisabled
    /// The key is restricted to other services.
    case otherServices
    /// The key is restricted to certain web sites.
    case webSites
    /// The key is restricted to certain IP addresses.
    case addresses
    /// The key is restricted to certain mobile apps.
    case apps
    /// The key's project has no billing enabled, but the service requires it.
    case billing
    /// Google has suspended the key's project.
    case suspended
}
