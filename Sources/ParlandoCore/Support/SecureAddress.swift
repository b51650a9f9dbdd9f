import Foundation

/// Checks URLs that the user has entered for a mirror of models or a speech recognition server.
public enum SecureAddress {
    /// The reason that a URL is not accepted.
    public enum Problem: Sendable, Equatable {
        case notAnAddress
        /// The URL uses plain HTTP, which is accepted only if it leads to this computer.
        case notSecure
    }

    /// Returns the reason that a URL cannot be used; nil if it can be used or is empty.
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

    /// Returns whether a URL leads to this computer, so that data sent there does not leave the computer.
    public static func isThisMachine(_ text: String) -> Bool {
        URLComponents(string: text)?.host.map { isLoopback($0.lowercased()) } ?? false
    }

    /// Returns whether a host is 127.0.0.0/8, ::1 or localhost (RFC 1122, RFC 4291, RFC 6761).
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isFour = bytes.count == 4 && !bytes.contains(nil) && bytes[0] == 127
        return isFour || ["localhost", "[::1]", "::1"].contains(host)
    }
}
