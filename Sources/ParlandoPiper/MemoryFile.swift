import CSherpaShim
import Glibc
import ParlandoCore

/// A file that exists only in memory and has a path, for a library that reads paths. Released with this object. Its
/// methods block.
final class MemoryFile {
    private static let piece = 1 << 20

    private let descriptor: Int32

    /// The path under which this process can open the file.
    var path: String {
        "/proc/self/fd/\(descriptor)"
    }

    /// Throws `voiceUnloadable` if memory is short.
    init(_ bytes: [UInt8]) throws(SynthesisError) {
        descriptor = parlando_memory_file()
        guard descriptor >= 0 else {
            throw SynthesisError(.voiceUnloadable, detail: "memfd_create: \(errno)")
        }
        try append(bytes)
    }

    /// Copies a file from disk, and appends bytes. Throws `voiceUnloadable`, or `voiceGone` if the file was removed.
    convenience init(copying source: String, appending bytes: [UInt8]) throws(SynthesisError) {
        try self.init([])
        let file = open(PathBytes.cString(source), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw SynthesisError(errno == ENOENT ? .voiceGone : .voiceUnloadable, detail: "open: \(errno)")
        }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count >= 0 || errno == EINTR else {
                throw SynthesisError(.voiceUnloadable, detail: "read: \(errno)")
            }
            guard count != 0 else {
                break
            }
            try append(Array(buffer.prefix(max(0, count))))
        }
        try append(bytes)
    }

    deinit {
        close(descriptor)
    }

    /// Number of bytes.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Returns up to `count` bytes from an offset; fewer at the end of the file.
    func bytes(from offset: Int64, count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let found = pread(descriptor, &buffer, count, Int(offset))
        return Array(buffer.prefix(max(0, found)))
    }

    private func append(_ bytes: [UInt8]) throws(SynthesisError) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
            }
            guard written >= 0 || errno == EINTR else {
                throw SynthesisError(.voiceUnloadable, detail: "write: \(errno)")
            }
            done += max(0, written)
        }
    }
}
