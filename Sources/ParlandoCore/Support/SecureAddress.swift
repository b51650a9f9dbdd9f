import Foundation

/// Checks URLs that the user enters for a mirror of models or a server.
public enum SecureAddress {
    /// Why a URL is not accepted.
    public enum Problem: Sendable, Equatable {
        case notAnAddress
        /// Plain HTTP is accepted only to this computer.
        case notSecure
    }

    /// Nil if the URL can be used or is empty.
    public static func problem(in text: String) -> Problem? {
        guard !text.isEmpty else {
            return nil
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil, parts.fragment == nil
        else {
            return .notAnAddress
        }
        switch scheme {
        case "https":
            return nil
        case "http":
            return isLoopback(host.lowercased()) ? nil : .notSecure
        default:
            return .notAnAddress
        }
    }

    /// Whether a URL leads to this computer, so that nothing leaves it.
    public static func isThisMachine(_ text: String) -> Bool {
        URLComponents(string: text)?.host.map { isLoopback($0.lowercased()) } ?? false
    }

    /// 127.0.0.0/8, ::1 or localhost (RFC 1122, RFC 4291, RFC 6761).
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isFour = bytes.count == 4 && !bytes.contains(nil) && bytes[0] == 127
        return isFour || ["localhost", "[::1]", "::1"].contains(host)
    }
}

/// Scheme, host and port of a URL (RFC 6454). An API key belongs to one origin and is sent to no other.
public struct Origin: Sendable, Hashable {
    /// `https://stt.example:8443`, without the scheme's default port.
    public let text: String

    /// Nil unless the URL is HTTP or HTTPS with a host of usual characters and no user name.
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

/// Why a file of certificate authorities cannot be used. Nothing is sent then: trusting others instead would let the
/// connection be intercepted.
public struct AuthorityFault: Sendable, Equatable {
    public enum Reason: Sendable, Equatable, CaseIterable {
        case missing
        case unreadable
        case empty
        /// Something other than PEM certificates.
        case notCertificates
    }

    public let file: String
    public let reason: Reason

    public init(_ file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
