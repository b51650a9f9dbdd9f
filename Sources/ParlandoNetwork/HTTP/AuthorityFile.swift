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

extension HTTPRequest {
    /// Creates a request to a Google service. The key goes into a header, because addresses end up in logs. Throws if
    /// the key is missing or not valid in a header.
    ///
    /// - Parameter body: JSON to post, or nil for a GET.
    init(google address: String, key: Private<String>?, post body: [UInt8]?, timeout: Duration) throws(TranslationError)
    {
        guard let key = key?.revealed, !key.isEmpty else {
            throw TranslationError(.keyMissing)
        }
        guard HTTPHeader.canCarry(key) else {
            throw TranslationError(.keyRefused, detail: "not of printable ASCII")
        }
        self.init(address, headers: [HTTPHeader("x-goog-api-key", key)])
        if let body {
            method = .post(body)
            headers.append(HTTPHeader("Content-Type", "application/json"))
        }
        totalTimeout = timeout
    }
}
