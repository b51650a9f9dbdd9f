import CSherpaShim
import Glibc
import ParlandoCore

/// File in memory with a path, for a library that reads files by path. Released with this object. The methods block.
final class MemoryFile {
    private static let piece = 1 << 20

    private let descriptor: Int32

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

    /// Copies a network (an ONNX file) without its metadata, and appends other metadata. Throws `voiceUnloadable`, or
    /// `voiceGone` if the file was removed.
    ///
    /// Some values of the network's own metadata make sherpa-onnx end the process.
    convenience init(network source: String, metadata: [UInt8]) throws(SynthesisError) {
        try self.init([])
        let file = open(PathBytes.cString(source), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw SynthesisError(errno == ENOENT ? .voiceGone : .voiceUnloadable, detail: "open: \(errno)")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw SynthesisError(.voiceUnloadable, detail: "fstat: \(errno)")
        }
        let size = Int64(status.st_size)
        guard let places = OnnxMetadata.places(size: size, read: { Self.bytes(of: file, from: $0, count: $1) }) else {
            throw SynthesisError(.voiceUnloadable, detail: "not a whole ONNX file")
        }
        var begin: Int64 = 0
        for place in places + [size..<size] {
            try append(file, begin..<place.lowerBound)
            begin = place.upperBound
        }
        try append(metadata)
    }

    deinit {
        close(descriptor)
    }

    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Fewer bytes at the end of the file.
    func bytes(from offset: Int64, count: Int) -> [UInt8] {
        Self.bytes(of: descriptor, from: offset, count: count)
    }

    private static func bytes(of file: Int32, from offset: Int64, count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        var found = pread(file, &buffer, count, Int(offset))
        while found < 0, errno == EINTR {
            found = pread(file, &buffer, count, Int(offset))
        }
        return Array(buffer.prefix(max(0, found)))
    }

    private func append(_ file: Int32, _ part: Range<Int64>) throws(SynthesisError) {
        var offset = part.lowerBound
        while offset < part.upperBound {
            let piece = Self.bytes(of: file, from: offset, count: Int(min(Int64(Self.piece), part.upperBound - offset)))
            guard !piece.isEmpty else {
                throw SynthesisError(.voiceUnloadable, detail: "read: \(errno)")
            }
            try append(piece)
            offset += Int64(piece.count)
        }
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
