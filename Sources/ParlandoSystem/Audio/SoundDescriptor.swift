import Foundation
import Glibc
import ParlandoCore

/// File descriptors for reading recordings.
enum SoundDescriptor {
    /// Opens a file or a pipe.
    ///
    /// - Returns: the descriptor, which the caller owns; the offset of the first byte; the number of bytes, or nil for
    ///   a pipe.
    /// - Throws: `missing`, `denied`, `empty`, or `notAudio` for folders and devices.
    static func open(
        _ location: SoundLocation
    ) throws(AudioFileError) -> (descriptor: Int32, start: Int, length: Int?) {
        // Without O_NONBLOCK, opening a named pipe would wait for a writer, without a way to cancel.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        let descriptor =
            location.isStandardInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : (location.bytes + [0]).withUnsafeBytes { name in
                name.baseAddress.map { Glibc.open($0.assumingMemoryBound(to: CChar.self), flags) } ?? -1
            }
        guard descriptor >= 0 else {
            throw AudioFileError(errno == EACCES || errno == EPERM ? .denied : .missing, detail: text(errno))
        }
        var status = stat()
        switch fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0 {
        case S_IFREG:
            // Standard input may have been partly read.
            let start = location.isStandardInput ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
            if Int(status.st_size) > start {
                return (descriptor, start, Int(status.st_size) - start)
            }
            Glibc.close(descriptor)
            throw AudioFileError(.empty, detail: "no bytes")
        case S_IFIFO, S_IFSOCK:
            return (descriptor, 0, nil)
        default:
            Glibc.close(descriptor)
            throw AudioFileError(.notAudio, detail: "no file")
        }
    }

    /// Returns whether the location is a pipe or a socket.
    static func isPipe(_ location: SoundLocation) -> Bool {
        var status = stat()
        let code =
            location.isStandardInput
            ? fstat(STDIN_FILENO, &status)
            : (location.bytes + [0]).withUnsafeBytes { name in
                name.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
            }
        return code == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    private static func text(_ number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }
}

/// Unlinked temporary file that stores the content of a pipe.
final class SpoolFile {
    private var descriptor: Int32
    private var length = 0
    private var isWhole = true

    /// Creates the file with its first bytes. Returns nil if the file cannot be created.
    private init?(first: [UInt8]) {
        var name = Array((FileSoundSpools.disk + "/parlando-XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            return nil
        }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        append(first)
    }

    deinit {
        if descriptor >= 0 {
            Glibc.close(descriptor)
        }
    }

    /// Copies everything from a pipe, and closes the pipe.
    ///
    /// - Parameter first: bytes already read from the pipe.
    /// - Returns: the file's descriptor, which the caller owns, and its length; nil if the disk is full.
    static func spool(
        _ pipe: Int32, behind first: [UInt8] = [], _ stop: StopFlag
    ) -> (descriptor: Int32, length: Int)? {
        defer { Glibc.close(pipe) }
        let spool = SpoolFile(first: first)
        while case let more = stop.bytes(from: pipe, count: 65_536), !more.isEmpty {
            spool?.append(more)
        }
        return spool?.finish()
    }

    private func append(_ bytes: [UInt8]) {
        isWhole = isWhole && bytes.write(to: descriptor)
        length += bytes.count
    }

    private func finish() -> (descriptor: Int32, length: Int)? {
        guard isWhole else {
            return nil
        }
        defer { descriptor = -1 }
        return (descriptor, length)
    }
}
