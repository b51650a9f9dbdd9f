import Foundation
import ParlandoCore

/// PEM file with the certificates of trusted authorities. Its methods block.
struct AuthorityFile: Sendable {
    /// In bytes: a system's whole certificate store takes about a quarter of a megabyte.
    private static let mostBytes = 4 << 20

    private let path: String

    init(_ path: String) {
        self.path = path
    }

    var fault: AuthorityFault? {
        reason.map { AuthorityFault(path, $0) }
    }

    private var reason: AuthorityFault.Reason? {
        guard let size = FileSystem.size(of: path) else {
            return FileManager.default.fileExists(atPath: path) ? .unreadable : .missing
        }
        guard size > 0 else {
            return .empty
        }
        guard let handle = FileHandle(forReadingAtPath: path),
            let bytes = try? handle.read(upToCount: Self.mostBytes)
        else {
            return .unreadable
        }
        return Self.holdsCertificate(String(decoding: bytes, as: UTF8.self)) ? nil : .notCertificates
    }

    /// Whether a PEM text contains a certificate, which is base64 of a DER sequence between two markers (RFC 7468, 5;
    /// X.690, 8.9).
    private static func holdsCertificate(_ text: String) -> Bool {
        text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().contains { part in
            guard let end = part.range(of: "-----END CERTIFICATE-----") else {
                return false
            }
            let bytes = Data(base64Encoded: part[..<end.lowerBound].filter { !$0.isWhitespace })
            return bytes?.first == 0x30
        }
    }
}
