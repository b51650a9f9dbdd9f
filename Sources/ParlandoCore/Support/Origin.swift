import Foundation

/// Where an address leads: scheme, host and port, as the web tells one place from another (RFC 6454). A key belongs to
/// one place and is sent to no other.
public struct Origin: Sendable, Hashable {
    /// As it is kept and shown: `https://stt.example:8443`, without the port that the scheme has anyway.
    public let text: String

    /// Nil: the address leads nowhere, or its host is not plain to see.
    public init?(_ address: String) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            let usual = Self.ports[scheme], let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
            host.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) })
        else {
            return nil
        }
        let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        text = "\(scheme)://\(shown)\(port)"
    }

    private static let ports = ["https": 443, "http": 80]
}
