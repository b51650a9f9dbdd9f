import CSndfile
import Foundation
import Glibc
import ParlandoCore

/// An open sound file of any format libsndfile reads. The only file that knows libsndfile. For one thread at a time.
final class SoundFile {
    /// In Hz.
    let rate: Int
    let channels: Int
    /// Frames the header promises; nil when it does not know, as in a stream that was saved as it came.
    let frames: Int?

    private let descriptor: Int32
    private let handle: OpaquePointer
    /// MPEG has no count of its own: libsndfile estimates it.
    private let isCountExact: Bool
    private let isHeaderHonest: Bool
    private var framesRead = 0

    /// Throws `missing`, `denied`, `empty` or `notAudio`. Only regular files are opened: a pipe could block for ever.
    convenience init(path: String) throws(AudioFileError) {
        try self.init(descriptor: try Self.openRegular(path))
    }

    /// Sound in memory. Throws `empty` or `notAudio`.
    convenience init(bytes: [UInt8]) throws(AudioFileError) {
        guard !bytes.isEmpty else {
            throw AudioFileError(.empty, detail: "no bytes")
        }
        // A file in memory that loses its name at once: libsndfile and the check of the header read it like any other.
        let name = "/parlando-\(UUID().uuidString)"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        shm_unlink(name)
        guard descriptor >= 0, Self.fill(descriptor, bytes) else {
            let reason = Self.text(errno)
            Glibc.close(descriptor)
            throw AudioFileError(.notAudio, detail: reason)
        }
        try self.init(descriptor: descriptor)
    }

    /// Takes the descriptor over.
    private init(descriptor: Int32) throws(AudioFileError) {
        self.descriptor = descriptor
        var info = SF_INFO()
        guard let handle = sf_open_fd(descriptor, Int32(SFM_READ), &info, 0) else {
            let reason = String(cString: sf_strerror(nil))
            Glibc.close(descriptor)
            throw AudioFileError(.notAudio, detail: reason)
        }
        self.handle = handle
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        frames = info.frames == Int64.max ? nil : Int(info.frames)
        isCountExact = Int(info.format) & Int(SF_FORMAT_TYPEMASK) != SF_FORMAT_MPEG
        isHeaderHonest = WaveHeader(of: descriptor)?.isHonest ?? true
        // From here on everything is there, and the deinitialiser closes it also when this throws.
        guard frames != 0 || !isHeaderHonest else {
            throw AudioFileError(.empty, detail: "no frames")
        }
    }

    deinit {
        sf_close(handle)
        Glibc.close(descriptor)
    }

    /// Reads interleaved samples, full scale ±1, shape `[frames × channels]`; 0 frames mean that there are no more.
    ///
    /// - Parameter room: for whole frames.
    /// - Returns: how many frames were read.
    func read(into room: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let start = room.baseAddress else {
            return 0
        }
        let got = max(0, Int(sf_readf_float(handle, start, Int64(room.count / channels))))
        framesRead += got
        return got
    }

    /// At the end: whether the header promised more than there was.
    var isTruncated: Bool {
        !isHeaderHonest || isCountExact && framesRead < (frames ?? 0)
    }

    private static func openRegular(_ path: String) throws(AudioFileError) -> Int32 {
        let descriptor = Glibc.open(PathBytes.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw AudioFileError(errno == EACCES || errno == EPERM ? .denied : .missing, detail: text(errno))
        }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        guard isKnown, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            Glibc.close(descriptor)
            let isEmpty = isKnown && status.st_mode & S_IFMT == S_IFREG
            throw isEmpty ? AudioFileError(.empty, detail: "no bytes") : AudioFileError(.notAudio, detail: "no file")
        }
        return descriptor
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else {
                return false
            }
            done += max(0, count)
        }
        return lseek(descriptor, 0, SEEK_SET) == 0
    }

    private static func text(_ number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }
}
