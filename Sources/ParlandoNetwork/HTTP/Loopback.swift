import Glibc

/// Loopback addresses: 127.0.0.0/8, ::1 and localhost (RFC 1122, RFC 4291, RFC 6761).
enum Loopback {
    /// Returns whether a host name or IP address means this machine. An IPv6 address may be in brackets.
    static func contains(_ host: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            return UInt32(bigEndian: four.s_addr) >> 24 == 127
        }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var six = in6_addr()
        if inet_pton(AF_INET6, bare, &six) == 1 {
            return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        return host == "localhost" || host == "localhost."
    }
}
