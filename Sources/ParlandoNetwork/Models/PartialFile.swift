import Glibc
import ParlandoCore

/// A file that is not whole yet: `<name>.part`, locked against other programs, with a running checksum, and beside it
/// the server's validator that tells whether the rest still belongs to it.
///
/// Its calls block. Used by one actor at a time.
final class PartialFile {
    private let target: String
    private let path: String
    private let file: OpenFile
    private var digest = SHA256()
    /// Bytes that the running checksum has seen.
    private var digested: Int64 = 0

    static func path(for target: String) -> String {
        target + ".part"
    }

    static func validatorPath(for target: String) -> String {
        target + ".part.validator"
    }

    /// Opens the unfinished file of `target` and goes to its end. Nil: another program is writing it.
    static func open(for target: String) throws(ModelError) -> PartialFile? {
        while true {
            let part = try PartialFile(target)
            guard part.file.lock() else {
                return nil
            }
            // Who had it before may have renamed it away between our opening and our locking.
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

    /// Characters that a validator may have. Servers give some dozens.
    private static let longestValidator = 1024

    /// The value for If-Range, nil: the server gave none, or what lies there cannot be one.
    var validator: String? {
        guard let sidecar = try? OpenFile(Self.validatorPath(for: target), O_RDONLY),
            let bytes = try? sidecar.piece(at: 0)
        else {
            return nil
        }
        // A field of HTTP is printable (RFC 9110, 5.5); any other would fail each try.
        let isField = bytes.allSatisfy { (0x20...0x7E).contains($0) }
        return (1...Self.longestValidator).contains(bytes.count) && isField
            ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Empties the file and remembers the validator of the one that follows.
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

    /// Lets the checksum catch up with what lies on the disk from earlier.
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

    /// Gives the file its real name if its checksum is right, empties it if not.
    func commit(sha256: String, as name: String) throws(ModelError) {
        let found = digest.hexadecimal()
        guard found == sha256.lowercased() else {
            try discard()
            throw ModelError(.wrongChecksum, detail: "expected \(sha256), found \(found)")
        }
        try file.synchronize()
        try FileSystem.move(path, to: name)
        try FileSystem.remove(Self.validatorPath(for: target))
    }

    /// Empties it but keeps it open and locked, for another try.
    func discard() throws(ModelError) {
        try restart(validator: nil)
    }

    /// Deletes it.
    func remove() throws(ModelError) {
        try FileSystem.remove(path)
        try FileSystem.remove(Self.validatorPath(for: target))
    }
}
