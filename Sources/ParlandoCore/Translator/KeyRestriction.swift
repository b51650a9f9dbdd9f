/// Why a key that Google knows is of no use all the same (google.api.ErrorReason).
public enum KeyRestriction: Sendable, Equatable, CaseIterable {
    /// The service is not enabled in the key's project.
    case serviceDisabled
    /// The key may be used for other services only.
    case otherServices
    /// The key may be used from certain web sites only.
    case webSites
    /// The key may be used from certain addresses only.
    case addresses
    /// The key may be used by certain apps of telephones only.
    case apps
    /// The key's project pays for nothing yet, and has to.
    case billing
    /// Google has suspended the key's project.
    case suspended
}
