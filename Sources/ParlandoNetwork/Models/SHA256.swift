import COpenSSL
import Glibc
import ParlandoCore

/// Incremental SHA-256 (FIPS 180-4), computed by OpenSSL. Not thread-safe.
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

    /// In lower-case hexadecimal, or empty if OpenSSL failed. Call once, at the end.
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

/// Record beside a model's file that its checksum was verified, valid while the file does not change.
/// `scripts/tools/obtain_model.py` writes the same format. The methods block.
struct CheckedStamp {
    private let path: String
    private let text: String

    /// For the file as it is now, without storing the record.
    init?(of model: SpeechModel, at file: String) {
        var status = stat()
        guard stat(PathBytes.cString(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        path = file + ModelFileName.checked
        // A program can set the time of a change (mtime), but not that of the inode's last change (ctime).
        let times = [status.st_mtim, status.st_ctim].map(Self.nanoseconds)
        text = "\(model.sha256) \(status.st_size) \(times[0]) \(times[1]) \(status.st_ino)\n"
    }

    /// A time after the year 2262 needs more than 64 bits.
    private static func nanoseconds(_ time: timespec) -> Int128 {
        Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec)
    }

    /// The checksum in the stored record. The file may have changed since.
    static func checksum(of file: String) -> String? {
        guard let bytes = try? OpenFile(file + ModelFileName.checked, O_RDONLY).piece(at: 0, most: 65) else {
            return nil
        }
        let sum = String(decoding: bytes.prefix(64), as: UTF8.self)
        return bytes.count == 65 && sum.utf8.count == 64 && sum.allSatisfy(\.isHexDigit) ? sum : nil
    }

    /// If so, the file has not changed since its checksum was verified.
    var isWrittenDown: Bool {
        guard let bytes = try? OpenFile(path, O_RDONLY).piece(at: 0) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self) == text
    }

    func writeDown() {
        guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC) else {
            return
        }
        try? file.append(Array(text.utf8))
    }
}
