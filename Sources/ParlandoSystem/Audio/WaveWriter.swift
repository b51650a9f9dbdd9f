import Glibc
public import ParlandoCore

/// Cause of a `SoundSaveError`.
public enum SoundSaveErrorKind: Sendable, Equatable {
    /// More audio than the format can hold.
    case tooLong
    /// The file could not be written.
    case file(TextSaveErrorKind)
}

/// Writes a mono, 16-bit WAV file of known length, piece by piece. Not thread-safe; writing blocks.
///
/// A new file is written beside the existing one and replaces it once it is complete. Anything other than a regular
/// file, such as `/dev/stdout`, is written to directly.
public final class WaveWriter {
    /// Maximum number of frames in a file: the format stores the number of bytes in 32 bits.
    public static let mostFrames = (Int(UInt32.max) - 36) / 2

    private let target: String
    private let draft: String?
    private let descriptor: Int32
    private var isFinished = false

    /// Creates the file and writes its header.
    ///
    /// - Parameters:
    ///   - rate: sample rate in Hz.
    ///   - frames: number of frames that will be written, at most `mostFrames`.
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
        if draft != nil {
            place.keepMode(in: descriptor)
        }
        try write(Self.header(rate: rate, frames: frames))
    }

    deinit {
        // If the draft could not be created, a file of its name belongs to somebody else.
        if !isFinished, descriptor >= 0 {
            close(descriptor)
            draft.map { _ = unlink(PathBytes.cString($0)) }
        }
    }

    /// Writes samples, full scale ±1. Values beyond full scale are clipped, and NaN becomes silence.
    public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundSaveError) {
        var bytes: [UInt8] = []
        bytes.append(samples: samples)
        try write(bytes)
    }

    /// Completes the file. If the file was written beside an existing one, it now replaces that one.
    public func finish() throws(SoundSaveError) {
        isFinished = true
        guard let draft else {
            close(descriptor)
            return
        }
        let isOnDisk = fsync(descriptor) == 0  // A full disk may be reported only now.
        let reason = errno
        close(descriptor)
        guard isOnDisk, rename(PathBytes.cString(draft), PathBytes.cString(target)) == 0 else {
            let code = isOnDisk ? errno : reason
            unlink(PathBytes.cString(draft))
            throw SoundSaveError(errno: code, step: isOnDisk ? "rename" : "fsync")
        }
    }

    /// Returns a RIFF WAVE header for 16-bit mono PCM. `SoundHeader` cites the specification.
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
        guard bytes.write(to: descriptor) else {
            throw SoundSaveError(errno: errno, step: "write")
        }
    }
}

/// Reason why audio was not saved.
public typealias SoundSaveError = DetailedError<SoundSaveErrorKind>

extension SoundSaveError {
    fileprivate init(_ error: TextSaveError) {
        self.init(.file(error.kind), detail: error.detail)
    }

    fileprivate init(errno code: Int32, step: String) {
        self.init(TextSaveError(errno: code, step: step))
    }
}
