import Foundation

/// An address that the user gives: a mirror of models, a server that recognises speech.
public enum SecureAddress {
    /// Why an address is not accepted.
    public enum Problem: Sendable, Equatable {
        case notAnAddress
        /// Plain HTTP is for this machine itself only.
        case notSecure
    }

    /// Nil when the address can be used, or is empty: none.
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

    /// Whether an address is this machine itself, so that nothing that is sent there leaves it.
    public static func isThisMachine(_ text: String) -> Bool {
        URLComponents(string: text)?.host.map { isLoopback($0.lowercased()) } ?? false
    }

    /// 127.0.0.0/8, ::1 and localhost (RFC 1122, RFC 4291, RFC 6761).
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isFour = bytes.count == 4 && !bytes.contains(nil) && bytes[0] == 127
        return isFour || ["localhost", "[::1]", "::1"].contains(host)
    }
}
