import CFFmpeg
import ParlandoCore

/// One recording, decoded by FFmpeg. No other file decodes audio with FFmpeg. Not thread-safe.
final class SoundContainer {
    /// Formats whose frames are independent. Arbitrary bytes can be mistaken for one of them.
    private static let bareFormats: Set = [
        "aac", "ac3", "dts", "eac3", "gsm", "loas", "mp3", "mpeg", "mpegts", "truehd",
    ]
    private static let timelessFormats: Set = ["aac", "ac3", "dts", "eac3", "loas", "mp3", "truehd"]
    /// In bytes. A larger packet also contains what follows the frame.
    private static let largestMP3Frame = 2000
    /// Codecs of telephony, which pause in silence.
    private static var pausingCodecs: [AVCodecID] {
        [AV_CODEC_ID_OPUS, AV_CODEC_ID_SPEEX, AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB, AV_CODEC_ID_QCELP]
    }

    private let source: SoundBytes
    let demuxer: SoundDemuxer
    private let converter = FrameConverter()
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var isDrained = false
    private var isFinished = false
    private(set) var timeline: SoundTimeline
    private var clock: ByteClock?
    /// End of the latest tag between the audio of a format without time stamps, in bytes.
    private var tagEnd = 0
    /// Until its first frames have been received; only these have its stamp.
    private var packet: SoundPacket?
    private var packetEnd: Double?
    private var previousEnd: Double?
    /// Whether data has been damaged since the latest frames.
    private var isDamaged = false
    private var damageStart: Double?
    private var damageEnd: Double?

    /// Throws `notAudio`, `isDocument`, `unfinished`, `noAudioTrack`, `trackMissing` or `encrypted`.
    init(_ source: SoundBytes, track: Int?) throws(AudioFileError) {
        self.source = source
        let demuxer = try SoundDemuxer(source, track: track)
        let isTimeless = Self.timelessFormats.contains(demuxer.name)
        self.demuxer = demuxer
        clock = isTimeless ? ByteClock() : nil
        timeline = SoundTimeline(
            origin: isTimeless ? 0 : demuxer.start,
            pauses: demuxer.decoder.map { Self.pausingCodecs.contains($0.pointee.id) } ?? false)
        // All stored properties are set now, so `deinit` frees them even if this initialiser throws.
        try openCodec()
    }

    deinit {
        av_frame_free(&frame)
        avcodec_free_context(&codec)
    }

    var name: String {
        demuxer.name
    }

    /// A recognisable header without packets.
    var isEmpty: Bool {
        demuxer.packets == 0 && !Self.bareFormats.contains(name)
    }

    /// Damage before audio that could be read, in a format without time stamps.
    var hasUncertainLoss: Bool {
        clock != nil && timeline.wasDamaged
    }

    private func openCodec() throws(AudioFileError) {
        guard let decoder = demuxer.decoder, let stream = demuxer.stream, let parameters = stream.pointee.codecpar
        else {
            throw AudioFileError(.notAudio, detail: "\(name): no sound that can be decoded")
        }
        frame = av_frame_alloc()
        codec = avcodec_alloc_context3(decoder)
        guard let codec, avcodec_parameters_to_context(codec, parameters) >= 0 else {
            throw AudioFileError(.notAudio, detail: "\(name): parameters")
        }
        codec.pointee.pkt_timebase = stream.pointee.time_base
        codec.pointee.thread_count = 1
        if [AV_CODEC_ID_FLAC, AV_CODEC_ID_TTA, AV_CODEC_ID_WAVPACK].contains(decoder.pointee.id) {
            // Each frame states its checksum; otherwise damage would be decoded to noise.
            codec.pointee.err_recognition = parlando_av_checked
        }
        let code = avcodec_open2(codec, decoder, nil)
        guard code >= 0 else {
            throw AudioFileError(.notAudio, detail: SoundDemuxer.text(code))
        }
    }

    /// Silence fills the gaps between the pieces of the recording, and the time before an audio track that begins later
    /// than its film.
    func read() -> SoundRun? {
        while true {
            if let run = timeline.next() {
                return run
            }
            guard !isFinished else {
                return nil
            }
            if let run = decode() {
                timeline.add(run)
            } else {
                finish()
            }
        }
        return nil
    }

    private func finish() {
        isFinished = true
        if isDamaged, let end = clock?.end {
            let count = max(end, source.count)
            if clock?.take(count..<count, others: tagBytes(from: end, to: count)) ?? false {
                damageEnd = clock?.time
            }
        } else if clock == nil, isDamaged || demuxer.isDamaged, damageEnd == nil, demuxer.isLengthCounted,
            demuxer.seconds > 0
        {
            damageEnd = (demuxer.start ?? 0) + demuxer.seconds
        }
        timeline.finish(damageEnd: damageEnd)
    }

    private func decode() -> StampedRun? {
        while let frame {
            let code = avcodec_receive_frame(codec, frame)
            if code >= 0 {
                if let run = converter.convert(frame) {
                    return stamped(run, frame.pointee.best_effort_timestamp)
                }
            } else if code == parlando_av_end || isDrained {
                return nil
            } else {
                if code != parlando_av_again {
                    noteDamage()
                }
                feed()
            }
        }
        return nil
    }

    private func feed() {
        guard let next = demuxer.next() else {
            isDrained = true
            avcodec_send_packet(codec, nil)
            return
        }
        (previousEnd, packetEnd) = (packetEnd, next.end)
        packet = next
        isDamaged = isDamaged || next.isAfterDamage
        if next.isResumed {
            avcodec_flush_buffers(codec)
        }
        if avcodec_send_packet(codec, next.content) < 0 {
            noteDamage()
        }
    }

    private func noteDamage() {
        isDamaged = true
        if clock == nil, let start = packet?.start {
            damageStart = damageStart ?? start
            damageEnd = packetEnd
        }
    }

    private func stamped(_ run: SoundRun, _ time: Int64) -> StampedRun {
        let stamp = clock == nil ? (packet == nil ? nil : demuxer.time(of: time)) : count(run)
        let stamped = StampedRun(
            run: run, stamp: stamp, previousEnd: previousEnd, isAfterDamage: isDamaged, damageStart: damageStart)
        packet = nil
        (isDamaged, damageStart, damageEnd) = (false, nil, nil)
        return stamped
    }

    private func count(_ run: SoundRun) -> Double? {
        if let range = packet.flatMap({ range(of: $0) }) {
            let others = clock?.end.map { tagBytes(from: $0, to: range.lowerBound) } ?? 0
            if clock?.take(range, others: others) ?? false {
                isDamaged = true
            }
        }
        let time = clock?.time
        clock?.advance(by: run.seconds)
        return time
    }

    private func range(of packet: SoundPacket) -> Range<Int>? {
        packet.offset.map { start in
            guard name == "mp3", packet.size > Self.largestMP3Frame else {
                return start..<start + packet.size
            }
            let tag = source.firstTag(in: start..<start + Self.largestMP3Frame)
            return start..<(tag ?? start + min(packet.size, clock?.packetSize ?? 0))
        }
    }

    private func tagBytes(from start: Int, to end: Int) -> Int {
        guard end > start else {
            return 0
        }
        tagEnd = max(tagEnd, source.tagEnd(from: start))
        return max(0, min(end, tagEnd) - start)
    }
}

/// Times of the packets of a format without time stamps, such as MP3. The duration of damaged bytes is estimated from
/// the average bit rate.
struct ByteClock {
    /// Offset of the first byte behind the latest packet.
    private(set) var end: Int?
    /// Start of the next frames, in seconds.
    private(set) var time = 0.0

    private var bytes = 0
    private var packets = 0
    private var seconds = 0.0

    /// Average, in bytes.
    var packetSize: Int {
        packets > 0 ? bytes / packets : 0
    }

    /// Returns whether audio before the packet is lost.
    ///
    /// - Parameter others: number of bytes before the packet that are tags instead of audio.
    mutating func take(_ range: Range<Int>, others: Int) -> Bool {
        let lost = end.map { range.lowerBound - $0 - others } ?? 0
        let isLost = seconds > 0 && bytes > 0 && lost >= max(1, packetSize)
        if isLost {
            time += Double(lost) * seconds / Double(bytes)
        }
        end = range.upperBound
        bytes += range.count
        packets += 1
        return isLost
    }

    mutating func advance(by duration: Double) {
        time += duration
        seconds += duration
    }
}
