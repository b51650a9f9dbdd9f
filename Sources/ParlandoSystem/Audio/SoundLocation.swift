import Foundation
import Glibc
public import ParlandoCore

/// Location of a recording: a file, or standard input.
public struct SoundLocation: Sendable, Equatable {
    /// Opening these paths would fail for a socket, and for a pipe of another user.
    private static let standardInputs: Set = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

    /// Whether opening a pipe throws `notAudio`.
    var refusesPipes = false
    private let path: String
    fileprivate let track: Int?

    /// - Parameters:
    ///   - path: file path (`PathBytes`). `-` and `/dev/stdin` mean standard input, from its current position; a file
    ///     named `-` is `./-`.
    ///   - track: the audio track, counted from 0; nil for the one that the file prefers.
    public init(path: String, track: Int? = nil) {
        self.path = path
        self.track = track
    }

    public var isTrackChosen: Bool {
        track != nil
    }

    /// Arguments for `parlando-decoder`.
    fileprivate var choice: [String] {
        track.map { ["--track", "\($0)"] } ?? []
    }

    /// Whether the location is a pipe or socket, whose bytes can be read only once.
    public var isPipe: Bool {
        var status = stat()
        let code = isStandardInput ? fstat(STDIN_FILENO, &status) : stat(PathBytes.cString(path), &status)
        return code == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    private var isStandardInput: Bool {
        Self.standardInputs.contains(path)
    }

    /// Returns the descriptor, which the caller owns; the offset of the first byte; the number of bytes, or nil for a
    /// pipe. Throws `missing`, `denied`, `isFolder`, `empty`, or `notAudio` for devices.
    fileprivate func open() throws(AudioFileError) -> (descriptor: Int32, start: Int, length: Int?) {
        guard !refusesPipes || !isPipe else {
            throw AudioFileError(.notAudio, detail: "a pipe")
        }
        // Without O_NONBLOCK, opening a named pipe would wait for a writer, without a way to cancel.
        let descriptor =
            isStandardInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : Glibc.open(PathBytes.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw AudioFileError(
                code == EACCES || code == EPERM ? .denied : .missing,
                detail: "\(String(cString: strerror(code))) (\(code))")
        }
        var status = stat()
        switch fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0 {
        case S_IFREG:
            // Standard input may have been partly read.
            let start = isStandardInput ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
            if Int(status.st_size) > start {
                return (descriptor, start, Int(status.st_size) - start)
            }
            close(descriptor)
            throw AudioFileError(.empty, detail: "no bytes")
        case S_IFIFO, S_IFSOCK:
            return (descriptor, 0, nil)
        case let kind:
            close(descriptor)
            throw AudioFileError(kind == S_IFDIR ? .isFolder : .notAudio, detail: "no file")
        }
    }
}

/// Opened bytes of a recording, which a decoder process inherits.
final class SoundInput {
    let descriptor: Int32
    /// Arguments for `parlando-decoder`.
    let arguments: [String]
    let isPipe: Bool

    private init(_ descriptor: Int32, _ arguments: [String], isPipe: Bool = false) {
        self.descriptor = descriptor
        self.arguments = arguments
        self.isPipe = isPipe
    }

    deinit {
        close(descriptor)
    }

    /// Waits for the first bytes of a pipe. Throws `missing`, `denied`, `empty` or `notAudio`.
    static func open(_ location: SoundLocation, stop: StopFlag) throws(AudioFileError) -> SoundInput {
        let opened = try location.open()
        if let length = opened.length {
            return SoundInput(opened.descriptor, ["file", "\(opened.start)", "\(length)"] + location.choice)
        }
        let first = stop.bytes(from: opened.descriptor, count: MP4Signature.size, atLeast: MP4Signature.size)
        guard MP4Signature.begins(first) else {
            let digits = first.map { String(format: "%02x", $0) }.joined()
            return SoundInput(opened.descriptor, ["pipe", digits] + location.choice, isPipe: true)
        }
        guard let spooled = copy(of: opened.descriptor, behind: first, stop) else {
            throw AudioFileError(.notAudio, detail: "no room to keep what comes through a pipe")
        }
        return SoundInput(spooled.descriptor, ["file", "0", "\(spooled.length)"] + location.choice)
    }

    /// Copies everything from a pipe to a file without a name, and closes the pipe. Returns the file's descriptor,
    /// which the caller owns, and its length; nil if the disk is full.
    ///
    /// - Parameter first: bytes already read from the pipe.
    fileprivate static func copy(
        of pipe: Int32, behind first: [UInt8] = [], _ stop: StopFlag
    ) -> (descriptor: Int32, length: Int)? {
        defer { close(pipe) }
        let descriptor = FileSoundSpools.makeFile(in: FileSoundSpools.disk)
        var isWhole = descriptor >= 0
        var length = 0
        var bytes = first
        repeat {
            isWhole = isWhole && bytes.write(to: descriptor)
            length += bytes.count
            bytes = stop.bytes(from: pipe, count: 65_536)
        } while !bytes.isEmpty
        guard isWhole else {
            if descriptor >= 0 {
                close(descriptor)
            }
            return nil
        }
        return (descriptor, length)
    }
}

/// Copy of a pipe's content in a file without a name, so that it can be read several times while this actor exists. It
/// has its own thread, because reading from the pipe blocks.
public actor SpooledSound {
    private let executor = BlockingExecutor(label: "parlando.spool")
    private var descriptor: Int32 = -1

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Reads a pipe to its end; call once. Returns where its content can be read, or nil if the disk is full. Throws
    /// `missing`, `denied` or `notAudio` if there is nothing to read.
    public func keep(_ pipe: SoundLocation) throws(AudioFileError) -> SoundLocation? {
        guard let file = SoundInput.copy(of: try pipe.open().descriptor, StopFlag()) else {
            return nil
        }
        descriptor = file.descriptor
        return SoundLocation(path: "/proc/self/fd/\(descriptor)", track: pipe.track)
    }
}
