import COpenSSL

/// Incremental SHA-256 (FIPS 180-4), computed by OpenSSL.
///
/// Not thread-safe.
final class SHA256 {
    private let context: OpaquePointer?
    private var isIntact: Bool

    init() {
        context = EVP_MD_CTX_new()
        isIntact = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func update(_ bytes: [UInt8]) {
        isIntact = isIntact && EVP_DigestUpdate(context, bytes, bytes.count) == 1
    }

    /// Returns the digest in lower-case hexadecimal, or an empty string if OpenSSL failed. Call once, at the end.
    func hexadecimal() -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard isIntact, EVP_DigestFinal_ex(context, &digest, &count) == 1 else {
            return ""
        }
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.prefix(Int(count)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
