/// Base URLs of the services that translate or speak. A service's own URL can be replaced by that of a gateway.
public struct ServiceHomes: Sendable, Equatable {
    private var gateways: [String: String] = [:]

    public init() {}

    /// Names (`ServiceDescriptor.owner`) of the services whose base URL is built in, and not set by the user.
    public static let owners = Set(ServiceDescriptor.all.filter { $0.home != nil }.map(\.owner))

    private static func home(of owner: String) -> String? {
        ServiceDescriptor.all.first { $0.owner == owner }?.home
    }

    /// Base URL of the service with this name; empty if no base URL is built in or set for it.
    public subscript(owner: String) -> String {
        get { gateways[owner] ?? Self.home(of: owner) ?? "" }
        set { gateways[owner] = newValue }
    }

    /// Base URL of the Gemini API.
    public var gemini: String {
        get { self["gemini"] }
        set { self["gemini"] = newValue }
    }

    /// Base URL of Google Cloud Text-to-Speech.
    public var google: String {
        get { self["google"] }
        set { self["google"] = newValue }
    }

    /// Returns whether a URL leads to one of Google's servers for translation or speech.
    public static func isGoogle(_ address: String) -> Bool {
        guard let origin = Origin(address) else {
            return false
        }
        return ServiceDescriptor.all.contains { service in
            if case .google(let home) = service.receiver {
                return Origin(home) == origin
            }
            return false
        }
    }

    /// Returns the origin (scheme, host and port) that the API key of a service is sent to; nil if there is no valid
    /// address.
    ///
    /// - Parameters:
    ///   - owner: name of the service, as in `ServiceDescriptor.owner`.
    ///   - address: URL of the server that the user has set, which is used for services without a built-in URL.
    public func origin(ofKey owner: String, address: String) -> Origin? {
        Origin(Self.owners.contains(owner) ? self[owner] : address)
    }
}
