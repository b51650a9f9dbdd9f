/// Base URLs of the services: the URL of the service's own server, or of a gateway if one is set.
public struct ServiceHomes: Sendable, Equatable {
    private var gateways: [String: String] = [:]

    public init() {}

    /// Names of the services that have a server of their own, as in `ServiceDescriptor.owner`.
    public static let owners = Set(ServiceDescriptor.all.filter { $0.home != nil }.map(\.owner))

    private static func home(of owner: String) -> String? {
        ServiceDescriptor.all.first { $0.owner == owner }?.home
    }

    /// Base URL of the service with this name; empty if it has no server of its own.
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

    /// Returns whether an address leads to one of Google's own servers.
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

    /// Returns the origin that the key of a service is sent to; nil if no valid address is set.
    ///
    /// - Parameters:
    ///   - owner: name of the service, as in `ServiceDescriptor.owner`.
    ///   - address: URL of the server that the user has set.
    public func origin(ofKey owner: String, address: String) -> Origin? {
        Origin(Self.owners.contains(owner) ? self[owner] : address)
    }
}
