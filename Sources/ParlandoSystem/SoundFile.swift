import CSndfile
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
    init(path: String) throws(AudioFileError) {
        descriptor = try Self.openRegular(path)
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
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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

    private static func text(_ number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }
}
