import CFFmpeg
import ParlandoCore

/// Encodes mono samples at `AudioBlock.sampleRate` as FLAC (RFC 9639), piece by piece. Not thread-safe.
///
/// Each frame can be decoded by itself, so a file that was never finished is valid up to its last complete frame.
final class FlacEncoder {
    /// Offset of the stream information in a file, in bytes: after the marker and the header of the metadata block.
    static let informationOffset = 8

    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame = av_frame_alloc()
    private var packet = av_packet_alloc()
    /// Samples that do not yet fill a frame.
    private var waiting: [Int16] = []
    private var position: Int64 = 0
    /// Stream information (STREAMINFO) of 34 bytes, which states the format of the stream. After `finish`, it also
    /// states the stream's length and checksum.
    private(set) var information: [UInt8] = []

    /// Opens FFmpeg's FLAC encoder. Throws `notAudio` if FFmpeg has none.
    init() throws(AudioFileError) {
        codec = avcodec_alloc_context3(avcodec_find_encoder(AV_CODEC_ID_FLAC))
        guard let codec else {
            throw AudioFileError(.notAudio, detail: "no FLAC encoder")
        }
        codec.pointee.sample_rate = Int32(AudioBlock.sampleRate)
        codec.pointee.sample_fmt = AV_SAMPLE_FMT_S16
        codec.pointee.time_base = AVRational(num: 1, den: Int32(AudioBlock.sampleRate))
        av_channel_layout_default(&codec.pointee.ch_layout, 1)
        guard avcodec_open2(codec, codec.pointee.codec, nil) >= 0, codec.pointee.frame_size > 0,
            let extra = codec.pointee.extradata, codec.pointee.extradata_size >= 34
        else {
            throw AudioFileError(.notAudio, detail: "FLAC encoder")
        }
        information = Array(UnsafeBufferPointer(start: extra, count: 34))
    }

    deinit {
        av_frame_free(&frame)
        av_packet_free(&packet)
        avcodec_free_context(&codec)
    }

    /// The beginning of a file: the marker `fLaC`, and the stream information as the only metadata block.
    var header: [UInt8] {
        Array("fLaC".utf8) + [0x80, 0, 0, 34] + information
    }

    /// Encodes samples, full scale ±1, and returns the frames that are now complete.
    func encode(_ samples: [Float]) -> [UInt8] {
        waiting += samples.map { Int16(($0.bounded(by: 1) * 32767).rounded()) }
        guard let codec else {
            return []
        }
        let size = Int(codec.pointee.frame_size)
        var bytes: [UInt8] = []
        var start = 0
        while waiting.count - start >= size {
            bytes += send(waiting[start..<start + size])
            start += size
        }
        waiting.removeFirst(start)
        return bytes
    }

    /// Encodes the remaining samples and returns the last frames. `information` then states the length and the
    /// checksum.
    func finish() -> [UInt8] {
        let bytes = waiting.isEmpty ? [] : send(waiting[...])
        waiting = []
        avcodec_send_frame(codec, nil)
        return bytes + receive()
    }

    private func send(_ samples: ArraySlice<Int16>) -> [UInt8] {
        guard let frame, let codec else {
            return []
        }
        av_frame_unref(frame)
        frame.pointee.nb_samples = Int32(samples.count)
        frame.pointee.format = AV_SAMPLE_FMT_S16.rawValue
        frame.pointee.sample_rate = codec.pointee.sample_rate
        frame.pointee.pts = position
        av_channel_layout_default(&frame.pointee.ch_layout, 1)
        guard av_frame_get_buffer(frame, 0) >= 0, let room = frame.pointee.data.0 else {
            return []
        }
        samples.withUnsafeBytes { bytes in
            if let first = bytes.baseAddress {
                UnsafeMutableRawPointer(room).copyMemory(from: first, byteCount: bytes.count)
            }
        }
        position += Int64(samples.count)
        avcodec_send_frame(codec, frame)
        return receive()
    }

    private func receive() -> [UInt8] {
        var bytes: [UInt8] = []
        while avcodec_receive_packet(codec, packet) >= 0 {
            if let packet, let data = packet.pointee.data, packet.pointee.size > 0 {
                bytes += UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
            }
            var size = 0
            if let news = av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size), size >= 34 {
                information = Array(UnsafeBufferPointer(start: news, count: 34))
            }
            av_packet_unref(packet)
        }
        return bytes
    }
}
