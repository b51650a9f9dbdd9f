import Glibc
import ParlandoCore

/// Writes a WAV file of one channel, 16 bits, of a length that is known from the beginning, piece by piece. For one
/// thread at a time; writing blocks it.
///
/// The file grows beside the one it replaces and takes its place only when it is whole. What is no file, such as
/// `/dev/stdout`, is written to directly.
public final class WaveWriter {
    /// Frames that fit: the format counts bytes with 32 bits.
    public static let mostFrames = (Int(UInt32.max) - 36) / 2

    private let target: String
    private let draft: String?
    private let descriptor: Int32
    private var isFinished = false

    /// Creates the file and writes its header.
    ///
    /// - Parameters:
    ///   - rate: in Hz.
    ///   - frames: how many will be written, at most `mostFrames`.
    public init(path: String, rate: Int, frames: Int) throws(SoundSaveError) {
        guard frames <= Self.mostFrames else {
            throw SoundSaveError(.tooLong, detail: "\(frames) frames")
        }
        let place: OutputPlace
        do throws(TextSaveError) {
            place = try OutputPlace(path)
        } catch {
            throw SoundSaveError(error)
        }
        (target, draft) = (place.target, place.draft)
        let flags = draft == nil ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        descriptor = open(PathBytes.cString(draft ?? target), flags, 0o666)
        guard descriptor >= 0 else {
            throw SoundSaveError(errno: errno, step: "open")
        }
        try write(Self.header(rate: rate, frames: frames))
    }

    deinit {
        if !isFinished {
            close(descriptor)
            draft.map { _ = unlink(PathBytes.cString($0)) }
        }
    }

    /// Adds samples, full scale ±1; what is beyond is cut to it, and what is not a number is silence.
    public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundSaveError) {
        var bytes: [UInt8] = []
        bytes.append(samples: samples)
        try write(bytes)
    }

    /// The file is whole and takes its place.
    public func finish() throws(SoundSaveError) {
        isFinished = true
        guard let draft else {
            close(descriptor)
            return
        }
        let isOnDisk = fsync(descriptor) == 0  // A full disk may show itself only now.
        let reason = errno
        close(descriptor)
        guard isOnDisk, rename(PathBytes.cString(draft), PathBytes.cString(target)) == 0 else {
            let code = isOnDisk ? errno : reason
            unlink(PathBytes.cString(draft))
            throw SoundSaveError(errno: code, step: isOnDisk ? "rename" : "fsync")
        }
    }

    /// RIFF WAVE, PCM: see `SoundHeader` for the source.
    private static func header(rate: Int, frames: Int) -> [UInt8] {
        let bytes = frames * 2
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var header = Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        header += number(1, 2) + number(1, 2) + number(rate, 4) + number(rate * 2, 4) + number(2, 2) + number(16, 2)
        return header + Array("data".utf8) + number(bytes, 4)
    }

    private func write(_ bytes: [UInt8]) throws(SoundSaveError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR {
                throw SoundSaveError(errno: errno, step: "write")
            }
            done += max(0, count)
        }
    }
}

/// Why sound was not written.
public struct SoundSaveError: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Kind: Sendable, Equatable {
        /// More sound than the format can hold.
        case tooLong
        /// The folder or the file may not be written to, or lies on a disk that is read-only.
        case denied
        case folderMissing
        /// There is a folder of that name.
        case isFolder
        case diskFull
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log.
    public let detail: String

    init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    fileprivate init(_ error: TextSaveError) {
        let kind: Kind =
            switch error.kind {
            case .denied: .denied
            case .folderMissing: .folderMissing
            case .isFolder: .isFolder
            case .diskFull: .diskFull
            case .failed: .failed
            }
        self.init(kind, detail: error.detail)
    }

    fileprivate init(errno code: Int32, step: String) {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS: .denied
            case ENOENT, ENOTDIR: .folderMissing
            case EISDIR: .isFolder
            default: .failed
            }
        self.init(kind, detail: "\(step): \(String(cString: strerror(code)))")
    }
}
