import Foundation
import Glibc
import ParlandoCore

/// A small file with a value as JSON, which other programs may read and change at any time. Calls block.
struct JSONFile<Value: Codable> {
    let path: String
    /// A larger file counts as damaged.
    let mostBytes: Int
    /// Whether all is on one line.
    var isCompact = false

    /// Nil if there is no file. Throws `unreadable`, `damaged`, or `newer` if the value's decoder does.
    func read() throws(PracticeBookError) -> Value? {
        let data: Data?
        do throws(TextReadError) {
            data = try SmallFile.bytes(of: path, most: mostBytes)
        } catch {
            throw error == .tooLarge ? .damaged : .unreadable
        }
        do {
            return try data.map { try OutsideJSON.decode(Value.self, from: $0) }
        } catch {
            throw error as? PracticeBookError ?? .damaged
        }
    }

    /// Renames a damaged file, so that it can be repaired by hand, and returns its new path too. Throws `unreadable` or
    /// `newer`.
    func mended(isLocked: Bool = false) throws(PracticeBookError) -> (value: Value?, copy: String?) {
        do throws(PracticeBookError) {
            return (try read(), nil)
        } catch .damaged where isLocked {
            guard let copy = DamagedFile.setAside(path) else {
                throw .unreadable
            }
            return (nil, copy)
        } catch .damaged {
            guard let lock = try? FileLock(path) else {
                throw .unreadable
            }
            defer { lock.end() }
            // Another program may have replaced it meanwhile.
            return try mended(isLocked: true)
        }
    }

    /// Reads, changes and writes the value in one step. Never replaces a file that cannot be understood.
    ///
    /// - Parameter change: gets nil if there is no file; returns nil to leave everything as it is.
    func change(_ change: (Value?) -> Value?) throws(TextSaveError) {
        let lock = try FileLock(path)
        defer { lock.end() }
        let old: Value?
        do throws(PracticeBookError) {
            old = try read()
        } catch {
            throw TextSaveError(.denied, detail: "the file cannot be replaced: \(error)")
        }
        if let new = change(old) {
            try write(new)
        }
    }

    /// Writes a value in place of another one, which is `none` if there is no file. Returns false, and does nothing, if
    /// another program has changed it since.
    func replace(_ old: Value, by new: Value, none: Value) throws(TextSaveError) -> Bool where Value: Equatable {
        var isReplaced = false
        try change { stored in
            isReplaced = (stored ?? none) == old
            return isReplaced ? new : nil
        }
        return isReplaced
    }

    /// Replaces whatever is there. Only its owner can read the file, and the folder if it has to be created.
    func write(_ value: Value) throws(TextSaveError) {
        try? OpenFolder.make(URL(filePath: path).deletingLastPathComponent().path)
        guard let text = isCompact ? JSONText.line(of: value) : JSONText.document(of: value) else {
            throw TextSaveError(.failed, detail: "the value cannot be encoded")
        }
        try FileTextSaver.write(Array((text + "\n").utf8), to: path, isPrivate: true)
    }
}

/// Excludes others, also in this program, from changing a file. The lock (`flock`) is on a file beside it, because the
/// file itself is replaced by each change.
final class FileLock {
    static let ending = ".lock"
    /// Together five seconds: nobody needs the lock that long.
    private static let attempts = 500
    private static let microseconds: UInt32 = 10_000

    private let path: String
    private let descriptor: Int32

    /// Waits for the lock. Creates the folder if it does not exist.
    init(_ file: String) throws(TextSaveError) {
        path = file + Self.ending
        try? OpenFolder.make(URL(filePath: file).deletingLastPathComponent().path)
        for _ in 0..<Self.attempts {
            let descriptor = open(PathBytes.cString(path), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw TextSaveError(errno: errno, step: "lock")
            }
            // Where files cannot be locked, nobody is excluded.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, Self.isFile(descriptor, at: path) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
            usleep(Self.microseconds)
        }
        throw TextSaveError(.failed, detail: "another program keeps the file locked")
    }

    /// Whoever held the lock before has removed its file.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (held, named) = (stat(), stat())
        return fstat(descriptor, &held) == 0 && stat(PathBytes.cString(path), &named) == 0
            && held.st_ino == named.st_ino && held.st_dev == named.st_dev
    }

    func end() {
        unlink(PathBytes.cString(path))
        close(descriptor)
    }
}

enum DamagedFile {
    static let ending = ".damaged"
    private static let mostCopies = 20

    /// Does not replace an earlier damaged version. Returns the new path; nil if the file is still in place.
    static func setAside(_ path: String) -> String? {
        for number in 1...mostCopies {
            let name = path + ending + (number > 1 ? "-\(number)" : "")
            guard !FileManager.default.fileExists(atPath: name) else {
                continue
            }
            if (try? FileManager.default.moveItem(atPath: path, toPath: name)) != nil {
                return name
            }
        }
        return nil
    }
}

/// Reads files that another program may have made far too large.
enum SmallFile {
    /// Whether it is the file of this name, or was made beside it.
    static func owns(_ name: String, of file: String) -> Bool {
        name == file || name.hasPrefix(file + DamagedFile.ending) || name == file + FileLock.ending
    }

    /// Nil if there is no file. Throws `unreadable`, also for what is not a regular file, or `tooLarge`. Blocks.
    ///
    /// - Parameter readsPipes: whether pipes and devices are read too. A pipe blocks until its writer has ended.
    static func bytes(of path: String, most: Int, readsPipes: Bool = false) throws(TextReadError) -> Data? {
        // With O_NONBLOCK, opening a named pipe does not wait for a writer.
        let descriptor = open(PathBytes.cString(path), O_RDONLY | O_CLOEXEC | (readsPipes ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                return nil
            }
            throw .unreadable
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? file.close() }
        var status = stat()
        guard readsPipes || fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable
        }
        let data: Data
        do {
            // `read` returns nil for an empty file.
            data = try file.read(upToCount: most + 1) ?? Data()
        } catch {
            throw .unreadable
        }
        guard data.count <= most else {
            throw .tooLarge
        }
        return data
    }
}
