import Foundation

/// The origin of a URL: scheme, host and port (RFC 6454). An API key belongs to one origin and is not sent to any
/// other.
public struct Origin: Sendable, Hashable {
    /// The origin as text, such as `https://stt.example:8443`, without the scheme's default port.
    public let text: String

    /// Creates the origin of a URL. Nil if the URL is not HTTP or HTTPS, has no host or includes a user name, or if the
    /// host contains unusual characters.
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
