import CFLAC
public import Foundation
import Glibc
public import ParlandoCore

/// Recordings of the history as FLAC files, readable only by their owner.
public actor FlacSounds: HistorySounds {
    private let executor = BlockingExecutor(label: "parlando.recordings")
    private let marks = FileMarks()
    private let folder: String
    private var growing: [UUID: FlacFile] = [:]

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(folder: String) {
        self.folder = folder
    }

    public func append(_ samples: [Float], channels: Int, to id: UUID) throws(TextSaveError) {
        try file(of: id, channels).append(samples)
    }

    public func finish(_ id: UUID) {
        // If the disk is full, the frames that are in the file can still be played.
        try? growing.removeValue(forKey: id)?.finish()
    }

    public func path(of id: UUID) -> String? {
        let path = "\(folder)/\(Self.name(of: id))"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    public nonisolated func mark(of path: String) async -> (text: String, modified: Date)? {
        await marks.mark(of: path)
    }

    @discardableResult public func keepOnly(_ ids: Set<UUID>) -> [String] {
        let kept = Set(ids.map(Self.name))
        growing = growing.filter { ids.contains($0.key) }
        let left = OpenFolder.removeAll(
            in: folder, where: { Self.isName($1) && !kept.contains($1) }, by: { $0.remove($1) })
        rmdir(PathBytes.cString(folder))
        return left
    }

    public func remove(_ id: UUID) {
        growing[id] = nil
        unlink(PathBytes.cString("\(folder)/\(Self.name(of: id))"))
    }

    private func file(of id: UUID, _ channels: Int) throws(TextSaveError) -> FlacFile {
        if let file = growing[id] {
            return file
        }
        try OpenFolder.make(folder)
        let file = try FlacFile(path: "\(folder)/\(Self.name(of: id))", channels: channels)
        growing[id] = file
        return file
    }

    private static func name(of id: UUID) -> String {
        id.uuidString + ".flac"
    }

    private static func isName(_ name: String) -> Bool {
        name.hasSuffix(".flac") && UUID(uuidString: String(name.dropLast(5))) != nil
    }
}

/// Reads the user's files on a thread of its own: one on a network that is gone must not hold up the recordings.
private actor FileMarks {
    /// Bytes at the beginning of a file by which it is told from others.
    private static let digested = 65_536

    private let executor = BlockingExecutor(label: "parlando.marks")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    func mark(of path: String) -> (text: String, modified: Date)? {
        let file = open(PathBytes.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            return nil
        }
        defer { close(file) }
        var status = stat()
        var bytes = [UInt8](repeating: 0, count: Self.digested)
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else {
            return nil
        }
        var digest = StableDigest()
        digest.append(Array(bytes.prefix(count)))
        let modified = status.st_mtim.tv_sec
        let text = "\(status.st_size) \(modified) \(digest.hexadecimal)"
        return (text, Date(timeIntervalSince1970: Double(modified)))
    }
}

/// A FLAC file to which samples are appended. If the program is killed, all frames written before remain playable. Not
/// thread-safe; writing blocks.
final class FlacFile {
    private let descriptor: Int32
    private let encoder: FlacEncoder
    private var isFinished = false

    /// The file is readable and writable only by its owner. Throws `denied` if it already exists.
    init(path: String, channels: Int = 1) throws(TextSaveError) {
        do throws(AudioFileError) {
            encoder = try FlacEncoder(channels: channels)
        } catch {
            throw TextSaveError(.failed, detail: error.detail)
        }
        descriptor = open(PathBytes.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            // A file that is there already, or a link, must not be written.
            throw TextSaveError(errno: errno == EEXIST || errno == ELOOP ? EACCES : errno, step: "open")
        }
        try write(encoder.header)
    }

    deinit {
        close(descriptor)
    }

    func append(_ samples: [Float]) throws(TextSaveError) {
        if !isFinished {
            try write(encoder.encode(samples))
        }
    }

    /// Writes the last frames, and the length into the header.
    func finish() throws(TextSaveError) {
        guard !isFinished else {
            return
        }
        isFinished = true
        try write(encoder.finish())
        let information = encoder.information
        let count = information.withUnsafeBytes {
            pwrite(descriptor, $0.baseAddress, $0.count, off_t(FlacEncoder.informationOffset))
        }
        guard count == information.count else {
            throw TextSaveError(errno: errno, step: "header")
        }
    }

    private func write(_ bytes: [UInt8]) throws(TextSaveError) {
        guard bytes.write(to: descriptor) else {
            throw TextSaveError(errno: errno, step: "write")
        }
    }
}

/// Encodes interleaved samples at `AudioBlock.sampleRate`, full scale ±1, as FLAC (RFC 9639). Not thread-safe. Each frame
/// can be decoded by itself, so a file that was never finished is valid up to its last complete frame.
final class FlacEncoder {
    /// In bytes: after the marker and the header of the metadata block.
    static let informationOffset = 8
    /// 72 ms, which is what a program that is killed loses.
    private static let frameSize: UInt32 = 1152

    private final class Output {
        var bytes: [UInt8] = []
        var information: [UInt8] = []
    }

    private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
    private let channels: Int
    private let output = Output()
    /// The marker `fLaC` and the metadata blocks, of which the stream information is the first.
    private(set) var header: [UInt8] = []

    /// Throws `notAudio` if memory is short.
    init(channels: Int = 1) throws(AudioFileError) {
        guard let encoder = FLAC__stream_encoder_new() else {
            throw AudioFileError(.notAudio, detail: "no FLAC encoder")
        }
        self.encoder = encoder
        self.channels = channels
        FLAC__stream_encoder_set_channels(encoder, UInt32(channels))
        FLAC__stream_encoder_set_bits_per_sample(encoder, 16)
        FLAC__stream_encoder_set_sample_rate(encoder, UInt32(AudioBlock.sampleRate))
        FLAC__stream_encoder_set_blocksize(encoder, Self.frameSize)
        let status = FLAC__stream_encoder_init_stream(
            encoder,
            { _, bytes, count, _, _, output in
                if let bytes, let output {
                    Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes += UnsafeBufferPointer(
                        start: bytes, count: count)
                }
                return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
            }, nil, nil,
            { _, metadata, output in
                if let metadata, let output {
                    Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().information = FlacEncoder.bytes(
                        of: metadata.pointee.data.stream_info)
                }
            }, Unmanaged.passUnretained(output).toOpaque())
        guard status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else {
            throw AudioFileError(.notAudio, detail: "FLAC encoder: \(status.rawValue)")
        }
        header = take()
    }

    deinit {
        FLAC__stream_encoder_delete(encoder)
    }

    /// STREAMINFO: 34 bytes with the stream's length and checksum. Empty before `finish`.
    var information: [UInt8] {
        output.information
    }

    func encode(_ samples: [Float]) -> [UInt8] {
        let values = samples.map { Int32(($0.bounded(by: 1) * 32767).rounded()) }
        FLAC__stream_encoder_process_interleaved(encoder, values, UInt32(values.count / channels))
        return take()
    }

    /// `information` then states the length and the checksum.
    func finish() -> [UInt8] {
        FLAC__stream_encoder_finish(encoder)
        return take()
    }

    private func take() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// As a file has it (RFC 9639, section 8.2).
    private static func bytes(of information: FLAC__StreamMetadata_StreamInfo) -> [UInt8] {
        func big(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
        }
        let format =
            UInt64(information.sample_rate) << 44 | UInt64(information.channels - 1) << 41
            | UInt64(information.bits_per_sample - 1) << 36 | information.total_samples
        let sizes =
            big(UInt64(information.min_blocksize), 2) + big(UInt64(information.max_blocksize), 2)
            + big(UInt64(information.min_framesize), 3) + big(UInt64(information.max_framesize), 3)
        return sizes + big(format, 8) + withUnsafeBytes(of: information.md5sum) { Array($0) }
    }
}
