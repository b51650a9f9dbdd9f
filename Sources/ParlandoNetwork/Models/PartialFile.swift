import Glibc
import ParlandoCore

/// Incomplete download, `<name>.part`, locked against other programs. Its checksum is computed while it grows. The
/// server's validator (an entity tag or a date) is stored beside it and shows whether the server still has the same
/// version of the file. The methods block. Not thread-safe.
final class PartialFile {
    private let target: String
    private let path: String
    private let file: OpenFile
    private var digest = SHA256()
    private var digested: Int64 = 0

    static func path(for target: String) -> String {
        target + ModelFileName.part
    }

    static func validatorPath(for target: String) -> String {
        target + ModelFileName.validator
    }

    /// Returns nil if another program is writing the file.
    static func open(for target: String) throws(ModelError) -> PartialFile? {
        while true {
            let part = try PartialFile(target)
            guard part.file.lock() else {
                return nil
            }
            // The previous owner may have renamed the file after it was opened here.
            if part.file.isStill(at: part.path) {
                return part
            }
        }
    }

    private init(_ target: String) throws(ModelError) {
        self.target = target
        path = Self.path(for: target)
        file = try OpenFile(path, O_RDWR | O_CREAT | O_APPEND)
    }

    var count: Int64 {
        file.count
    }

    /// In bytes. Servers use a few dozen.
    private static let longestValidator = 1024

    /// For the If-Range header.
    var validator: String? {
        guard let sidecar = try? OpenFile(Self.validatorPath(for: target), O_RDONLY),
            let bytes = try? sidecar.piece(at: 0)
        else {
            return nil
        }
        // An HTTP field value is printable (RFC 9110, 5.5). Any other value would make every attempt fail.
        let isField = bytes.allSatisfy { (0x20...0x7E).contains($0) }
        return (1...Self.longestValidator).contains(bytes.count) && isField
            ? String(decoding: bytes, as: UTF8.self) : nil
    }

    func restart(validator: String?) throws(ModelError) {
        try file.truncate()
        digest = SHA256()
        digested = 0
        try FileSystem.remove(Self.validatorPath(for: target))
        if let validator {
            let sidecar = try OpenFile(Self.validatorPath(for: target), O_WRONLY | O_CREAT | O_TRUNC)
            try sidecar.append(Array(validator.utf8))
        }
    }

    /// Adds what was already on disk to the checksum.
    func catchUp() throws {
        guard digested != count else {
            return
        }
        digest = SHA256()
        digested = 0
        while digested < count {
            try Task.checkCancellation()
            let bytes = try file.piece(at: digested)
            digest.update(bytes)
            digested += Int64(bytes.count)
        }
    }

    func append(_ bytes: [UInt8]) throws(ModelError) {
        try file.append(bytes)
        digest.update(bytes)
        digested += Int64(bytes.count)
    }

    func commit(sha256: String, as name: String) throws(ModelError) {
        try seal(sha256: sha256)
        try commit(as: name)
    }

    /// Syncs the file to disk if its checksum is right, else empties it and throws.
    func seal(sha256: String) throws(ModelError) {
        let found = digest.hexadecimal()
        guard found == sha256.lowercased() else {
            try discard()
            throw ModelError(.wrongChecksum, detail: "expected \(sha256), found \(found)")
        }
        try file.synchronize()
    }

    func commit(as name: String) throws(ModelError) {
        try FileSystem.move(path, to: name)
        try FileSystem.remove(Self.validatorPath(for: target))
    }

    /// The file stays open and locked for another attempt.
    func discard() throws(ModelError) {
        try restart(validator: nil)
    }

    func remove() throws(ModelError) {
        try FileSystem.remove(path)
        try FileSystem.remove(Self.validatorPath(for: target))
    }
}
