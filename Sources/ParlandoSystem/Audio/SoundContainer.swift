import CFFmpeg
import Glibc
import ParlandoCore

/// One recording, demultiplexed and decoded by FFmpeg. No other file decodes audio with FFmpeg. Not thread-safe.
///
/// FFmpeg gets only the bytes of the recording. If a recording names another file or address, FFmpeg cannot open it.
final class SoundContainer {
    /// Allowed container formats. Playlists, file lists, pictures, subtitles and tracker music are excluded.
    private static let formats = """
        aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,asf_o,au,avi,caf,dsf,dts,dtshd,eac3,flac,flv,gsm,iff,ircam,loas,matroska,\
        mov,mp3,mpc,mpc8,mpeg,mpegts,mxf,nistsphere,nut,ogg,oma,qcp,rm,shn,sln,sol,sox,tak,truehd,tta,voc,w64,wav,wsd,\
        wtv,wv,webm,mp4
        """
    /// Formats without a file header, whose frames are independent. Arbitrary bytes can be mistaken for one of them.
    private static let bareFormats: Set = [
        "aac", "ac3", "dts", "eac3", "gsm", "loas", "mp3", "mpeg", "mpegts", "truehd",
    ]
    private static let room = 32_768
    private static let mostStreams: Int32 = 100
    private static let mostChannels: Int32 = 64
    /// Allowed sample rates in Hz. Below the minimum, speech is unintelligible; the maximum is the rate of DSD256 as
    /// FFmpeg decodes it.
    private static let rates: ClosedRange<Int32> = 1000...1_411_200
    /// Maximum number of samples per second over all channels: 64 channels at 96 kHz. This limits memory, because the
    /// mixer keeps some seconds of audio.
    private static let mostSamplesPerSecond = 64 * 96_000
    /// Maximum plausible duration, in seconds; a header that states more is wrong.
    private static let longest = 10_000_000.0
    /// Minimum delay of a film's audio track that is filled with silence, in seconds.
    private static let leastLateness = 0.1
    /// Maximum plausible delay of the audio track, in seconds. The delay is filled with silence; a longer one is taken
    /// for an error in the header.
    private static let mostLateness = 600.0
    /// Maximum absolute value of a sample. It leaves room for floats scaled like 32-bit integers; a larger value is
    /// damage, and its square could overflow.
    private static let loudest: Float = 1e12
    /// Maximum size in bytes of one memory block that FFmpeg allocates, so that a few bytes of header do not take
    /// hundreds of megabytes. The index of a film that lasts a day is smaller.
    private static let largestBlock = 128 << 20
    /// Settings of FFmpeg for the whole process: FFmpeg writes no messages, and each memory block that it allocates is
    /// limited.
    private static let settings: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestBlock)
    }()

    private let source: SoundBytes
    private let stop: StopFlag
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var frame = av_frame_alloc()
    private var converter: OpaquePointer?
    private var converted: (rate: Int32, format: Int32, layout: AVChannelLayout)?
    private var current = SoundFormat(rate: 0, weights: [])
    private var streamIndex: Int32 = -1
    private var isDrained = false
    private var packets = 0
    /// First run of frames, kept while the silence before it is delivered; otherwise nil.
    private var first: SoundRun?
    /// Number of silent frames still to deliver, or nil if not known yet.
    private var silentFrames: Int?
    /// Whether the container ended with an error instead of at the end of the bytes.
    private(set) var hasFailed = false

    /// Reads the header. Throws `notAudio`.
    init(_ source: SoundBytes, stop: StopFlag) throws(AudioFileError) {
        _ = Self.settings
        self.source = source
        self.stop = stop
        // All stored properties are set now, so `deinit` frees them even if this initialiser throws.
        try openContainer()
        try openCodec()
    }

    deinit {
        swr_free(&converter)
        av_frame_free(&frame)
        av_packet_free(&packet)
        avcodec_free_context(&codec)
        avformat_close_input(&container)
        if let io {
            av_freep(&io.pointee.buffer)
        }
        avio_context_free(&io)
    }

    /// FFmpeg's name for the container format.
    var name: String {
        container?.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "?"
    }

    /// Whether the recording has a recognisable header but no packets: a recording of zero length.
    var isEmpty: Bool {
        packets == 0 && !Self.bareFormats.contains(name)
    }

    /// Duration in seconds according to the header, or 0 if it is unknown.
    var seconds: Double {
        var seconds = 0.0
        if let stream, stream.pointee.duration != parlando_av_no_time, stream.pointee.time_base.den > 0 {
            seconds = Double(stream.pointee.duration) * av_q2d(stream.pointee.time_base) + lateness
        } else if let container, container.pointee.duration != parlando_av_no_time {
            seconds = Double(container.pointee.duration) / Double(AV_TIME_BASE)
        }
        return seconds.isFinite && (0...Self.longest).contains(seconds) ? seconds : 0
    }

    /// Whether the duration is exact instead of estimated from the bit rate.
    var isLengthCounted: Bool {
        container?.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
    }

    // MARK: Opening

    private func openContainer() throws(AudioFileError) {
        let opaque = Unmanaged.passUnretained(source).toOpaque()
        let isSeekable = source.length != nil
        io = avio_alloc_context(
            av_malloc(Self.room)?.assumingMemoryBound(to: UInt8.self), Int32(Self.room), 0, opaque,
            { opaque, room, count in
                guard let opaque, let room, count > 0 else {
                    return parlando_av_end
                }
                let source = Unmanaged<SoundBytes>.fromOpaque(opaque).takeUnretainedValue()
                let got = source.read(into: UnsafeMutableRawBufferPointer(start: room, count: Int(count)))
                return got > 0 ? Int32(got) : parlando_av_end
            }, nil,
            isSeekable
                ? { opaque, offset, whence in
                    guard let opaque else {
                        return -1
                    }
                    return SoundContainer.seek(
                        Unmanaged<SoundBytes>.fromOpaque(opaque).takeUnretainedValue(), offset, whence)
                } : nil)
        container = avformat_alloc_context()
        guard let io, let context = container else {
            throw AudioFileError(.notAudio, detail: "no memory")
        }
        context.pointee.pb = io
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context.pointee.max_streams = Self.mostStreams
        context.pointee.format_whitelist = av_strdup(Self.formats)
        context.pointee.protocol_whitelist = av_strdup("none")
        context.pointee.io_open = { _, _, _, _, _ in -EPERM }
        context.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { opaque in
                opaque.map { Unmanaged<StopFlag>.fromOpaque($0).takeUnretainedValue().isSet ? 1 : 0 } ?? 0
            }, opaque: Unmanaged.passUnretained(stop).toOpaque())
        let code = avformat_open_input(&container, nil, nil, nil)
        guard code >= 0 else {
            throw AudioFileError(.notAudio, detail: Self.text(code))
        }
        let found = avformat_find_stream_info(container, nil)
        guard found >= 0 else {
            throw AudioFileError(.notAudio, detail: Self.text(found))
        }
    }

    private static func seek(_ source: SoundBytes, _ offset: Int64, _ whence: Int32) -> Int64 {
        guard let length = source.length else {
            return -1
        }
        let target: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return Int64(length)
        case SEEK_SET: target = offset
        case SEEK_CUR: target = Int64(source.position).addingReportingOverflow(offset).partialValue
        case SEEK_END: target = Int64(length).addingReportingOverflow(offset).partialValue
        default: return -1
        }
        return source.seek(to: Int(target)) ? target : -1
    }

    private func openCodec() throws(AudioFileError) {
        var decoder: UnsafePointer<AVCodec>?
        streamIndex = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0)
        guard streamIndex >= 0, let decoder, let stream, let parameters = stream.pointee.codecpar else {
            throw AudioFileError(.notAudio, detail: "\(name): no sound that can be decoded")
        }
        for index in 0..<Int(container?.pointee.nb_streams ?? 0) where index != Int(streamIndex) {
            container?.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
        codec = avcodec_alloc_context3(decoder)
        guard let codec, avcodec_parameters_to_context(codec, parameters) >= 0 else {
            throw AudioFileError(.notAudio, detail: "\(name): parameters")
        }
        codec.pointee.pkt_timebase = stream.pointee.time_base
        codec.pointee.thread_count = 1
        let code = avcodec_open2(codec, decoder, nil)
        guard code >= 0 else {
            throw AudioFileError(.notAudio, detail: Self.text(code))
        }
    }

    private var stream: UnsafeMutablePointer<AVStream>? {
        container?.pointee.streams?[Int(streamIndex)]
    }

    // MARK: Decoding

    /// Delay of the audio track relative to the film, in seconds. Subtitles are timed from the film's beginning.
    private var lateness: Double {
        guard let container, let stream, stream.pointee.time_base.den > 0,
            stream.pointee.start_time != parlando_av_no_time, container.pointee.start_time != parlando_av_no_time
        else {
            return 0
        }
        let late =
            Double(stream.pointee.start_time) * av_q2d(stream.pointee.time_base)
            - Double(container.pointee.start_time) / Double(AV_TIME_BASE)
        return (Self.leastLateness...Self.mostLateness).contains(late) ? late : 0
    }

    /// Returns the next run of frames, or nil if there are no more. An audio track that begins later than its film is
    /// preceded by silence.
    func read() -> SoundRun? {
        if silentFrames == nil {
            first = decode()
            silentFrames = first.map { Int(lateness * Double($0.format.rate)) }
        }
        if let first, let left = silentFrames, left > 0 {
            let count = min(left, max(1, first.format.rate / 10))
            silentFrames = left - count
            return SoundRun(
                format: first.format, samples: [Float](repeating: 0, count: count * first.format.channels))
        }
        return first.take() ?? decode()
    }

    private func decode() -> SoundRun? {
        while !stop.isSet {
            let code = avcodec_receive_frame(codec, frame)
            if code >= 0 {
                if let run = convert() {
                    return run
                }
            } else if code == parlando_av_end || isDrained {
                return nil
            } else {
                feed()
            }
        }
        return nil
    }

    /// Sends the next packet of the stream to the decoder. Damaged packets are skipped.
    private func feed() {
        let code = av_read_frame(container, packet)
        guard code >= 0 else {
            isDrained = true
            hasFailed = code != parlando_av_end
            avcodec_send_packet(codec, nil)
            return
        }
        if packet?.pointee.stream_index == streamIndex {
            packets += 1
            avcodec_send_packet(codec, packet)
        }
        av_packet_unref(packet)
    }

    /// Converts the frame to floats. Returns nil if it contains no audio. Its format may differ from that of the
    /// previous frame, because each recording of a chained file has its own format.
    private func convert() -> SoundRun? {
        guard let frame, frame.pointee.nb_samples > 0, Self.rates.contains(frame.pointee.sample_rate),
            (1...Self.mostChannels).contains(frame.pointee.ch_layout.nb_channels),
            Int(frame.pointee.sample_rate) * Int(frame.pointee.ch_layout.nb_channels) <= Self.mostSamplesPerSecond,
            adapt(to: frame)
        else {
            return nil
        }
        let count = Int(frame.pointee.nb_samples)
        let channels = current.channels
        let input = UnsafeRawPointer(frame.pointee.extended_data)?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let samples = [Float](unsafeUninitializedCapacity: count * channels) { room, filled in
            var target = UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            let made = swr_convert(
                converter, &target, Int32(count), input.map { UnsafeMutablePointer(mutating: $0) }, Int32(count))
            filled = min(max(0, Int(made)), count) * channels
            for index in 0..<filled where !(abs(room[index]) <= Self.loudest) {
                room[index] = room[index].bounded(by: Self.loudest)
            }
        }
        return samples.isEmpty ? nil : SoundRun(format: current, samples: samples)
    }

    /// Makes sure that the converter fits a frame, and creates a new one if necessary. Returns false if FFmpeg cannot
    /// convert the frame.
    private func adapt(to frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let (rate, format) = (frame.pointee.sample_rate, frame.pointee.format)
        var layout = Self.plain(frame.pointee.ch_layout)
        if var converted, converted.rate == rate, converted.format == format,
            av_channel_layout_compare(&converted.layout, &layout) == 0
        {
            return true
        }
        swr_free(&converter)
        converted = nil
        var target = layout
        let code = swr_alloc_set_opts2(
            &converter, &target, AV_SAMPLE_FMT_FLT, rate, &layout, AVSampleFormat(rawValue: format), rate, 0, nil)
        guard code >= 0, swr_init(converter) >= 0 else {
            return false
        }
        converted = (rate, format, layout)
        current = SoundFormat(rate: Int(rate), weights: Self.weights(layout))
        return true
    }

    /// Returns a channel layout that owns no memory, so that it can be kept: the layout itself if its channels are
    /// named loudspeaker positions, else only the number of channels.
    private static func plain(_ layout: AVChannelLayout) -> AVChannelLayout {
        guard layout.order != AV_CHANNEL_ORDER_NATIVE else {
            return layout
        }
        var plain = AVChannelLayout()
        plain.order = AV_CHANNEL_ORDER_UNSPEC
        plain.nb_channels = layout.nb_channels
        return plain
    }

    /// Returns FFmpeg's weights for a down-mix to one channel, or equal weights if FFmpeg has none for the layout.
    private static func weights(_ layout: AVChannelLayout) -> [Float] {
        var layout = layout
        let count = Int(layout.nb_channels)
        var mono = AVChannelLayout()
        av_channel_layout_default(&mono, 1)
        var matrix = [Double](repeating: 0, count: Int(mostChannels) * Int(mostChannels))
        let half = 0.5.squareRoot()
        let code = swr_build_matrix2(
            &layout, &mono, half, half, 0, 1, 1, &matrix, Int(mostChannels), AV_MATRIX_ENCODING_NONE, nil)
        let weights = matrix.prefix(count).map { Float($0) }
        let isSound = code >= 0 && weights.allSatisfy { $0.isFinite } && weights.contains { $0 > 0 }
        return isSound ? weights : [Float](repeating: 1 / Float(count), count: count)
    }

    private static func text(_ code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(code, &text, text.count - 1)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "\(String(decoding: bytes, as: UTF8.self)) (\(code))"
    }
}
