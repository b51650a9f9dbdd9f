import CFLAC
import ParlandoCore

/// Encodes mono samples at `AudioBlock.sampleRate` as FLAC (RFC 9639), piece by piece. Not thread-safe.
///
/// Each frame can be decoded by itself, so a file that was never finished is valid up to its last complete frame.
final class FlacEncoder {
    /// Offset of the stream information in a file, in bytes: after the marker and the header of the metadata block.
    static let informationOffset = 8
    /// Samples in a frame: 72 ms, which is what a program that is killed loses.
    private static let frameSize: UInt32 = 1152

    /// What libFLAC has written.
    private final class Output {
        var bytes: [UInt8] = []
        var information: [UInt8] = []
    }

    private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
    private let output = Output()
    /// The beginning of a file: the marker `fLaC` and the metadata blocks, of which the stream information is the first.
    private(set) var header: [UInt8] = []

    /// Throws `notAudio` if memory is short.
    init() throws(AudioFileError) {
        guard let encoder = FLAC__stream_encoder_new() else {
            throw AudioFileError(.notAudio, detail: "no FLAC encoder")
        }
        self.encoder = encoder
        FLAC__stream_encoder_set_channels(encoder, 1)
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

    /// Stream information (STREAMINFO) of 34 bytes with the stream's length and checksum. Empty before `finish`.
    var information: [UInt8] {
        output.information
    }

    /// Encodes samples, full scale ±1, and returns the frames that are now complete.
    func encode(_ samples: [Float]) -> [UInt8] {
        let values = samples.map { Int32(($0.bounded(by: 1) * 32767).rounded()) }
        FLAC__stream_encoder_process_interleaved(encoder, values, UInt32(values.count))
        return take()
    }

    /// Encodes the remaining samples and returns the last frames. `information` then states the length and the
    /// checksum.
    func finish() -> [UInt8] {
        FLAC__stream_encoder_finish(encoder)
        return take()
    }

    private func take() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// Returns the stream information as a file has it (RFC 9639, section 8.2).
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
