import CFFmpeg
import Glibc
import ParlandoCore

/// Packet of compressed audio. Times are by the container's clock, in seconds, or nil if it does not state them.
struct SoundPacket {
    /// Valid until the next packet is read.
    let content: UnsafeMutablePointer<AVPacket>
    let start: Double?
    let end: Double?
    /// In bytes.
    let offset: Int?
    /// Something before it could not be read.
    let isAfterDamage: Bool
    /// Reading was resumed here, so the packet does not continue what the decoder holds.
    let isResumed: Bool

    var size: Int {
        Int(content.pointee.size)
    }
}

/// Packets of one audio stream of one recording, demultiplexed by FFmpeg. FFmpeg gets only these bytes; if they
/// name another file or address, it cannot open it. Damage in the middle is skipped. Not thread-safe.
final class SoundDemuxer {
    /// Playlists, file lists, pictures, subtitles and tracker music are excluded.
    private static let formats = """
        aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,asf_o,au,avi,caf,dsf,dts,dtshd,eac3,flac,flv,gsm,iff,ircam,loas,matroska,\
        mov,mp3,mpc,mpc8,mpeg,mpegts,mxf,nistsphere,nut,ogg,oma,qcp,rm,shn,sln,sol,sox,tak,truehd,tta,voc,w64,wav,wsd,\
        wtv,wv,webm,mp4
        """
    /// All audio decoders. FFmpeg opens no other, so pictures and films do not reach one.
    private static let decoders: String = {
        var state: UnsafeMutableRawPointer?
        var names: [String] = []
        while let codec = av_codec_iterate(&state) {
            let isDecoder = av_codec_is_decoder(codec) != 0
            if isDecoder, codec.pointee.type == AVMEDIA_TYPE_AUDIO, let name = codec.pointee.name {
                names.append(String(cString: name))
            }
        }
        return names.joined(separator: ",")
    }()
    private static let room = 32_768
    private static let mostStreams: Int32 = 100
    /// In characters, so that a choice fits into a narrow window.
    private static let longestTitle = 16
    /// `drms`, the sound of FairPlay, least significant byte first.
    private static let protected: UInt32 = 0x736D_7264
    /// Before the first sound, because pictures may not be stored in the order in which they are shown.
    private static let mostPictures = 32
    /// In seconds; a header that states more is wrong.
    private static let longest = 10_000_000.0
    /// In succession at the same offset. Then FFmpeg cannot find its way behind the damage.
    private static let mostErrors = 50
    /// Bytes that may follow the last packet of a container that was read to its end.
    private static let mostLeftOver = 65_536
    /// Attempts to find packets behind damage. Each looks twice as far ahead.
    private static let mostResumptions = 16
    /// Duration of lost chunks of AVI that is corrected, in seconds.
    private static let leastShift = 0.05
    /// In bytes, so that a header cannot take hundreds of megabytes. The index of a film that lasts a day is smaller.
    private static let largestBlock = 128 << 20
    /// For the whole process.
    private static let settings: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestBlock)
        _ = decoders
    }()

    private let source: SoundBytes
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var packet = av_packet_alloc()
    private var streamIndex: Int32 = -1
    private var isPacketWaiting = false
    /// In seconds.
    private var firstPicture: Double?
    /// FFmpeg reads ahead to find the codec; nil once the packets before this offset have been returned.
    private var readAhead: Int?
    private var lastStamp: Int64?
    private var lastOffset = 0
    private var errors = 0
    private var errorOffset = -1
    private var resumptions = 0
    /// Duration of the chunks of AVI that are lost so far, in seconds.
    private var shift = 0.0
    /// Number of units in the index of AVI for each unit of time.
    private var indexScale: Double?

    private(set) var tracks = AudioTracks()
    private(set) var isEncrypted = false
    private(set) var name = "?"
    private(set) var decoder: UnsafePointer<AVCodec>?
    private(set) var packets = 0
    /// Since the latest packet.
    private(set) var isDamaged = false
    /// The container ended with an error instead of at the end of the bytes.
    private(set) var hasFailed = false

    static func prepare() {
        _ = settings
    }

    /// Throws `notAudio`, `isDocument`, `unfinished`, `noAudioTrack`, `trackMissing` or `encrypted`.
    init(_ source: SoundBytes, track: Int?) throws(AudioFileError) {
        _ = Self.settings
        self.source = source
        // All stored properties are set now, so `deinit` frees them even if this initialiser throws.
        try openContainer()
        try chooseStream(track)
        readAhead = readOffset
        findFirstPicture()
    }

    deinit {
        av_packet_free(&packet)
        avformat_close_input(&container)
        if let io {
            av_freep(&io.pointee.buffer)
        }
        avio_context_free(&io)
    }

    /// Duration according to the header, or 0 if it is unknown.
    var seconds: Double {
        var seconds = 0.0
        if let stream, stream.pointee.duration != parlando_av_no_time, stream.pointee.time_base.den > 0 {
            seconds = Double(stream.pointee.duration) * av_q2d(stream.pointee.time_base) + lateness
        } else if let container, container.pointee.duration != parlando_av_no_time {
            seconds = Double(container.pointee.duration) / Double(AV_TIME_BASE)
        }
        return seconds.isFinite && (0...Self.longest).contains(seconds) ? seconds : 0
    }

    /// Exact, not estimated from the bit rate.
    var isLengthCounted: Bool {
        container?.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
    }

    /// In seconds, on the film's own clock. Subtitles are timed from there.
    var start: Double? {
        guard let container, container.pointee.start_time != parlando_av_no_time else {
            return firstPicture
        }
        let start = Double(container.pointee.start_time) / Double(AV_TIME_BASE)
        return min(start, firstPicture ?? start)
    }

    private var lateness: Double {
        guard let stream, let start, let late = inSeconds(stream.pointee.start_time).map({ $0 - start }) else {
            return 0
        }
        return (0...SoundTimeline.mostLateness).contains(late) ? late : 0
    }

    private func inSeconds(_ stamp: Int64) -> Double? {
        guard stamp != parlando_av_no_time, let stream, stream.pointee.time_base.den > 0 else {
            return nil
        }
        return Double(stamp) * av_q2d(stream.pointee.time_base)
    }

    /// In seconds.
    func time(of stamp: Int64) -> Double? {
        inSeconds(stamp).map { $0 + shift }
    }

    private var readOffset: Int {
        io.map { Int(avio_seek($0, 0, SEEK_CUR)) } ?? 0
    }

    var stream: UnsafeMutablePointer<AVStream>? {
        streamIndex < 0 ? nil : container?.pointee.streams?[Int(streamIndex)]
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
                    return SoundDemuxer.seek(
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
        context.pointee.codec_whitelist = av_strdup(Self.decoders)
        context.pointee.protocol_whitelist = av_strdup("none")
        context.pointee.io_open = { _, _, _, _, _ in -EPERM }
        let code = avformat_open_input(&container, nil, nil, nil)
        guard code >= 0 else {
            throw AudioFileError(ForeignContent.kind(of: source), detail: Self.text(code))
        }
        name = context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "?"
        let found = avformat_find_stream_info(container, nil)
        guard found >= 0 else {
            throw AudioFileError(ForeignContent.kind(of: source), detail: Self.text(found))
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

    private func chooseStream(_ track: Int?) throws(AudioFileError) {
        let sounds = streams(of: AVMEDIA_TYPE_AUDIO)
        guard track.map({ sounds.indices.contains($0) }) ?? true else {
            throw AudioFileError(.trackMissing, detail: "\(sounds.count) tracks")
        }
        let wanted = track.map { Int32(sounds[$0]) } ?? -1
        streamIndex = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, wanted, -1, &decoder, 0)
        guard streamIndex >= 0, decoder != nil, let chosen = sounds.firstIndex(of: Int(streamIndex)) else {
            let isFilm = sounds.isEmpty && !streams(of: AVMEDIA_TYPE_VIDEO).isEmpty
            let isProtected = sounds.contains { stream(at: $0)?.codecpar?.pointee.codec_tag == Self.protected }
            throw AudioFileError(
                isProtected ? .encrypted : isFilm ? .noAudioTrack : .notAudio,
                detail: "\(name): no sound that can be decoded")
        }
        tracks = AudioTracks(sounds.map { title(ofStream: $0) }, chosen: chosen)
        for index in otherStreams where container?.pointee.streams[index]?.pointee.attached_pic.size ?? 0 > 0 {
            container?.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    private var otherStreams: [Int] {
        streams.filter { $0 != Int(streamIndex) }
    }

    private var streams: Range<Int> {
        0..<Int(container?.pointee.nb_streams ?? 0)
    }

    private func stream(at index: Int) -> AVStream? {
        container?.pointee.streams?[index]?.pointee
    }

    private func streams(of type: AVMediaType) -> [Int] {
        streams.filter { stream(at: $0)?.codecpar?.pointee.codec_type == type }
    }

    /// Its language and title; empty if the file states none.
    private func title(ofStream index: Int) -> String {
        let metadata = stream(at: index)?.metadata
        let parts = ["language", "title"].compactMap { (key: String) -> String? in
            av_dict_get(metadata, key, nil, 0)?.pointee.value.map { String(cString: $0) }
        }
        let all = parts.filter { $0 != "und" }.joined(separator: ", ")
        return String(String.UnicodeScalarView(all.unicodeScalars.prefix(Self.longestTitle)))
    }

    /// FFmpeg does not know this time without a decoder for pictures.
    private func findFirstPicture() {
        var left = otherStreams.isEmpty ? 0 : Self.mostPictures
        while left > 0, let packet, !isPacketWaiting, av_read_frame(container, packet) >= 0 {
            let content = packet.pointee
            if content.stream_index == streamIndex {
                isPacketWaiting = true
            } else if let other = container?.pointee.streams[Int(content.stream_index)]?.pointee,
                other.time_base.den > 0,
                other.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO, content.pts != parlando_av_no_time,
                content.flags & AV_PKT_FLAG_DISCARD == 0
            {
                let time = Double(content.pts) * av_q2d(other.time_base)
                firstPicture = min(time, firstPicture ?? time)
            }
            left -= 1
        }
        for index in otherStreams {
            container?.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    // MARK: Packets

    func next() -> SoundPacket? {
        while let packet {
            if isPacketWaiting {
                isPacketWaiting = false
                return describe(packet)
            }
            av_packet_unref(packet)
            let code = av_read_frame(container, packet)
            guard code >= 0 else {
                if goesOn(after: code) {
                    continue
                }
                hasFailed = code != parlando_av_end
                return nil
            }
            let isOld = resumptions > 0 && packet.pointee.dts <= lastStamp ?? .min
            if packet.pointee.stream_index == streamIndex, !isOld {
                return describe(packet)
            }
        }
        return nil
    }

    private func describe(_ packet: UnsafeMutablePointer<AVPacket>) -> SoundPacket {
        let content = packet.pointee
        packets += 1
        if content.dts != parlando_av_no_time {
            lastStamp = content.dts
        }
        if content.pos >= 0 {
            lastOffset = Int(content.pos)
        }
        isDamaged = isDamaged || content.flags & AV_PKT_FLAG_CORRUPT != 0
        isEncrypted = isEncrypted || av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
        followIndex(content)
        let start = time(of: content.pts)
        let described = SoundPacket(
            content: packet, start: start, end: start.map { $0 + (inSeconds(content.duration) ?? 0) },
            offset: place(of: content), isAfterDamage: isDamaged, isResumed: resumptions > 0)
        (isDamaged, resumptions) = (false, 0)
        return described
    }

    private func place(of packet: AVPacket) -> Int? {
        guard packet.pos >= 0, packet.size >= 0 else {
            return nil
        }
        guard name == "aac" else {
            return Int(packet.pos)
        }
        // FFmpeg states offsets in ADTS as if there were no damage, but reads it frame by frame.
        let end = readOffset
        readAhead = readAhead == end ? end : nil
        return readAhead == nil ? max(0, end - Int(packet.size)) : Int(packet.pos)
    }

    // MARK: Damage

    private func goesOn(after code: Int32) -> Bool {
        guard code != parlando_av_end else {
            return resume()
        }
        let offset = readOffset
        errors = offset > errorOffset ? 0 : errors + 1
        errorOffset = max(offset, errorOffset)
        isDamaged = isDamaged || code != parlando_av_again
        return errors < Self.mostErrors
    }

    /// Seeks past a damaged ASF packet, whose stated length may reach beyond the end of the file. Returns false if
    /// reading cannot go on.
    private func resume() -> Bool {
        guard name.hasPrefix("asf"), let length = source.length, length - lastOffset > Self.mostLeftOver,
            resumptions < Self.mostResumptions, let lastStamp, let stream, stream.pointee.time_base.den > 0
        else {
            return false
        }
        let step = 0.5 * Double(1 << resumptions) / av_q2d(stream.pointee.time_base)
        let target = lastStamp.addingReportingOverflow(Int64(step, within: 0...1 << 40)).partialValue
        resumptions += 1
        isDamaged = true
        av_seek_frame(container, streamIndex, target, 0)
        return true
    }

    /// AVI counts chunks instead of stating times. Its index tells which chunks are lost.
    private func followIndex(_ packet: AVPacket) {
        // Entries of the index point to the eight bytes before the chunk's content.
        guard name == "avi", let time = inSeconds(packet.dts), time > 0, packet.pos > 8,
            let indexed = indexTime(of: packet.pos - 8)
        else {
            return
        }
        let scale = indexScale ?? max(1, (indexed / time).rounded())
        indexScale = scale
        if indexed / scale - time - shift > Self.leastShift {
            shift = indexed / scale - time
            isDamaged = true
        }
    }

    private func indexTime(of offset: Int64) -> Double? {
        var low: Int32 = 0
        var high = avformat_index_get_entries_count(stream)
        while low < high {
            let middle = low + (high - low) / 2
            guard let entry = avformat_index_get_entry(stream, middle) else {
                return nil
            }
            if entry.pointee.pos == offset {
                return inSeconds(entry.pointee.timestamp)
            }
            if entry.pointee.pos < offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return nil
    }

    static func text(_ code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(code, &text, text.count - 1)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "\(String(decoding: bytes, as: UTF8.self)) (\(code))"
    }
}
