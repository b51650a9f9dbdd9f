import CALSA
import Glibc
import ParlandoCore

/// An ALSA device opened for capture or playback, with non-blocking interleaved access. The only file that uses ALSA.
///
/// For use on one thread only. The device is closed when this value is destroyed. Opening, starting and closing may
/// wait for a sound server.
struct PCM: ~Copyable {
    /// Direction of a stream: from a microphone or to a loudspeaker.
    enum Direction: Sendable {
        case capture
        case playback

        /// Side of an `AudioError` that corresponds to this direction.
        var side: AudioError.Side {
            self == .capture ? .microphone : .loudspeaker
        }
    }

    /// Sample format of the device, in native byte order.
    enum Encoding: Sendable, CaseIterable {
        // In order of preference: formats with less conversion and less loss come first.
        case float32
        case int32
        case int16
    }

    /// The format negotiated with the device.
    struct Format: Sendable, Equatable {
        var encoding: Encoding
        /// Sample rate in Hz.
        var rate: Int
        var channels: Int
        /// Period size in frames: the number of frames that are transferred at a time.
        var period: Int
        /// Buffer size in frames.
        var buffer: Int
    }

    /// Requested parameters. The device may choose others.
    struct Wish: Sendable, Equatable {
        var direction: Direction
        var periodMicroseconds: UInt32
        var bufferMicroseconds: UInt32

        /// Parameters for dictation. A period of 20 ms means fifty wake-ups a second and a short delay. A thread that
        /// is delayed for less than the length of the buffer loses nothing.
        static let listening = Wish(direction: .capture, periodMicroseconds: 20_000, bufferMicroseconds: 2_000_000)
        /// Parameters for stroke detection, which needs a short delay.
        static let hearingStrokes = Wish(direction: .capture, periodMicroseconds: 5000, bufferMicroseconds: 2_000_000)
        /// Parameters for the metronome. The sound is known in advance, so that a long buffer does no harm: playback
        /// does not stutter on a busy computer, and an idle computer wakes up only twelve times a second. A new volume
        /// or tempo is heard a sixth of a second later.
        static let playing = Wish(direction: .playback, periodMicroseconds: 80_000, bufferMicroseconds: 160_000)
        /// Parameters for the metronome while a microphone is open. The period is short, because each period gives a
        /// position report, and these reports relate the positions of both streams to each other.
        static let playingAloud = Wish(direction: .playback, periodMicroseconds: 10_000, bufferMicroseconds: 100_000)
        /// Parameters for speech. A delay of a fifth of a second before a pause is not noticed, but a gap in a word is.
        static let speaking = Wish(direction: .playback, periodMicroseconds: 20_000, bufferMicroseconds: 200_000)
    }

    /// Position of a stream at a time, as the device reports it. A driver may report any number, so that numbers of
    /// frames are limited to ±2^40, which is 66 days at the highest sample rates. Sums of them cannot overflow.
    struct Position: Sendable, Equatable {
        private static let most = 1 << 40

        /// Time to which the position applies, on the monotonic clock, in nanoseconds.
        let time: Int64
        /// Number of frames captured but not read, or written but not heard, at `time`.
        let delay: Int
        /// Number of frames that could be read or written at `time`.
        let room: Int

        init(time: Int64, delay: Int, room: UInt) {
            self.time = time
            self.delay = min(max(delay, -Self.most), Self.most)
            self.room = min(Int(clamping: room), Self.most)
        }
    }

    /// A device name listed by ALSA, for `DeviceListing`.
    struct Hint: Sendable, Equatable {
        var name: String
        var description: String
    }

    /// Minimum difference in nanoseconds between a timestamp and the current time at which the timestamp is ignored.
    /// Such a timestamp comes from another clock or was never set.
    private static let foreignClock: UInt64 = 1_000_000_000

    let format: Format
    /// Whether the device is PipeWire's plugin. It reports neither lost devices nor lost sound, and needs closer
    /// monitoring.
    let isPipeWire: Bool

    private let handle: OpaquePointer
    private let status: OpaquePointer

    /// Opens a device by its ALSA name. May wait for a sound server.
    init(_ name: String, _ wish: Wish) throws(AudioError) {
        Self.silenceMessages()
        let side = wish.direction.side
        let stream = wish.direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, stream, SND_PCM_NONBLOCK)
        guard result >= 0, let opened else {
            // ALSA caches its configuration, including the default device. Freeing the cache makes the next attempt
            // read it again.
            snd_config_update_free_global()
            throw AudioError(alsa: result, of: side, doing: "open \(name)")
        }
        do {
            let agreed = try Self.negotiate(opened, wish)
            try Self.ask(opened, agreed, side)
            status = try Self.status(side)
            format = agreed
            isPipeWire = Self.driverName(opened).contains("PipeWire")
            handle = opened
        } catch {
            snd_pcm_close(opened)
            throw error
        }
    }

    deinit {
        snd_pcm_status_free(status)
        snd_pcm_close(handle)
    }

    /// Starts capture, initially or after an overrun. Returns 0 or a negative error number. Realtime-safe as far as the
    /// device's driver is.
    func start() -> Int32 {
        let prepared = prepare()
        return prepared < 0 ? prepared : snd_pcm_start(handle)
    }

    /// Prepares the device for frames, initially or after an xrun (underrun or overrun). Returns 0 or a negative error
    /// number. Realtime-safe as far as the device's driver is.
    func prepare() -> Int32 {
        snd_pcm_prepare(handle)
    }

    /// Starts playback of the frames written so far, unless the device has started by itself. Returns 0 or a negative
    /// error number. Realtime-safe as far as the device's driver is.
    func startPlaying() -> Int32 {
        snd_pcm_state(handle) == SND_PCM_STATE_PREPARED ? snd_pcm_start(handle) : 0
    }

    /// Discards frames that were written but not heard. Realtime-safe as far as the device's driver is.
    func drop() {
        snd_pcm_drop(handle)
    }

    /// Waits for frames or for room in the buffer. Returns 1 if there are any, 0 after a timeout, or a negative error
    /// number. Realtime-safe.
    func wait(milliseconds: Int32) -> Int32 {
        snd_pcm_wait(handle, milliseconds)
    }

    /// Reads up to `frames` frames. Returns the number read, or a negative error number. Realtime-safe.
    func read(into target: UnsafeMutableRawPointer, frames: Int) -> Int {
        min(snd_pcm_readi(handle, target, snd_pcm_uframes_t(frames)), frames)
    }

    /// Writes up to `frames` frames. Returns the number written, or a negative error number. Realtime-safe.
    func write(from source: UnsafeRawPointer, frames: Int) -> Int {
        min(snd_pcm_writei(handle, source, snd_pcm_uframes_t(frames)), frames)
    }

    /// Returns the number of frames that can be written now, or a negative error number. Realtime-safe.
    func room() -> Int {
        snd_pcm_avail_update(handle)
    }

    /// Returns the current position of the stream; nil if the device does not report it. Realtime-safe.
    ///
    /// - Parameter now: current time of the monotonic clock in nanoseconds. It replaces the timestamp of a device that
    ///   uses another clock.
    func position(now: Int64) -> Position? {
        guard snd_pcm_status(handle, status) >= 0 else {
            return nil
        }
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        // Uses wrapping arithmetic, because a driver may return any value.
        let time = Int64(stamp.tv_sec) &* 1_000_000_000 &+ Int64(stamp.tv_nsec)
        return Position(
            time: (time &- now).magnitude < Self.foreignClock ? time : now, delay: snd_pcm_status_get_delay(status),
            room: snd_pcm_status_get_avail(status))
    }

    /// Returns the number of frames that were captured but not read, including those still in transit. Realtime-safe.
    func framesOwed() -> Int {
        var delay: snd_pcm_sframes_t = 0
        return snd_pcm_delay(handle, &delay) < 0 ? 0 : max(delay, 0)
    }

    /// Returns all devices that ALSA lists for a direction. May take some milliseconds.
    static func hints(_ direction: Direction) -> [Hint] {
        silenceMessages()
        var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &list) >= 0, let first = list else {
            return []
        }
        defer { snd_device_name_free_hint(list) }
        return sequence(first: first) { $0 + 1 }
            .prefix { $0.pointee != nil }
            .compactMap { hint(at: $0.pointee, direction) }
    }
}

extension PCM {
    private static func hint(at entry: UnsafeMutableRawPointer?, _ direction: Direction) -> Hint? {
        // A hint without this value applies to both directions.
        let said = text("IOID", of: entry)
        guard said == nil || said == (direction == .capture ? "Input" : "Output"), let name = text("NAME", of: entry)
        else {
            return nil
        }
        return Hint(name: name, description: text("DESC", of: entry) ?? "")
    }

    private static func text(_ key: String, of entry: UnsafeMutableRawPointer?) -> String? {
        guard let value = snd_device_name_get_hint(entry, key) else {
            return nil
        }
        defer { free(value) }
        return String(cString: value)
    }

    /// Suppresses ALSA's error messages on stderr for this thread. The error numbers carry the same information.
    private static func silenceMessages() {
        _ = snd_lib_error_set_local { _, _, _, _, _, _ in }
    }

    private static func driverName(_ handle: OpaquePointer) -> String {
        var info: OpaquePointer?
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info_malloc(&info) >= 0, snd_pcm_info(handle, info) >= 0,
            let name = snd_pcm_info_get_name(info)
        else {
            return ""
        }
        return String(cString: name)
    }

    private static func negotiate(_ handle: OpaquePointer, _ asked: Wish) throws(AudioError) -> Format {
        let side = asked.direction.side
        var wish: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&wish), side, "prepare")
        defer { snd_pcm_hw_params_free(wish) }
        try check(snd_pcm_hw_params_any(handle, wish), side, "ask what is possible")
        try check(snd_pcm_hw_params_set_access(handle, wish, SND_PCM_ACCESS_RW_INTERLEAVED), side, "set access")
        guard let encoding = Encoding.allCases.first(where: { set($0, handle, wish) }) else {
            throw AudioError(.unsupported, of: side, detail: "no known sample format")
        }
        // The application's resampler is better than ALSA's. A device that works only with ALSA's resampler refuses
        // this request, which is acceptable.
        _ = snd_pcm_hw_params_set_rate_resample(handle, wish, 0)
        var channels = UInt32(2)
        var rate = UInt32(48_000)
        var period = asked.periodMicroseconds
        var buffer = asked.bufferMicroseconds
        try check(snd_pcm_hw_params_set_channels_near(handle, wish, &channels), side, "set channels")
        try check(snd_pcm_hw_params_set_rate_near(handle, wish, &rate, nil), side, "set rate")
        try check(snd_pcm_hw_params_set_period_time_near(handle, wish, &period, nil), side, "set period")
        try check(snd_pcm_hw_params_set_buffer_time_near(handle, wish, &buffer, nil), side, "set buffer")
        try check(snd_pcm_hw_params(handle, wish), side, "agree on a format")
        return agreed(wish, encoding: encoding, rate: Int(rate), channels: Int(channels))
    }

    /// Requests timestamps of the monotonic clock, a wake-up for each period, and no playback before the buffer is
    /// full.
    private static func ask(_ handle: OpaquePointer, _ format: Format, _ side: AudioError.Side) throws(AudioError) {
        var wish: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&wish), side, "prepare")
        defer { snd_pcm_sw_params_free(wish) }
        try check(snd_pcm_sw_params_current(handle, wish), side, "ask for the settings")
        // If these are refused, the time of the query is used as the timestamp.
        _ = snd_pcm_sw_params_set_tstamp_mode(handle, wish, SND_PCM_TSTAMP_ENABLE)
        _ = snd_pcm_sw_params_set_tstamp_type(handle, wish, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        _ = snd_pcm_sw_params_set_avail_min(handle, wish, snd_pcm_uframes_t(format.period))
        if side == .loudspeaker {
            _ = snd_pcm_sw_params_set_start_threshold(handle, wish, snd_pcm_uframes_t(format.buffer))
        }
        try check(snd_pcm_sw_params(handle, wish), side, "apply the settings")
    }

    /// Allocates ALSA's status structure, which `position` fills. Called before the stream starts, because allocating
    /// memory is not realtime-safe.
    private static func status(_ side: AudioError.Side) throws(AudioError) -> OpaquePointer {
        var room: OpaquePointer?
        guard snd_pcm_status_malloc(&room) >= 0, let room else {
            throw AudioError(.failed, of: side, detail: "no memory")
        }
        return room
    }

    private static func agreed(_ wish: OpaquePointer?, encoding: Encoding, rate: Int, channels: Int) -> Format {
        var period: snd_pcm_uframes_t = 0
        var buffer: snd_pcm_uframes_t = 0
        snd_pcm_hw_params_get_period_size(wish, &period, nil)
        snd_pcm_hw_params_get_buffer_size(wish, &buffer)
        return Format(encoding: encoding, rate: rate, channels: channels, period: Int(period), buffer: Int(buffer))
    }

    private static func set(_ encoding: Encoding, _ handle: OpaquePointer, _ wish: OpaquePointer?) -> Bool {
        let format =
            switch encoding {
            case .float32: SND_PCM_FORMAT_FLOAT
            case .int32: SND_PCM_FORMAT_S32
            case .int16: SND_PCM_FORMAT_S16
            }
        return snd_pcm_hw_params_set_format(handle, wish, format) >= 0
    }

    private static func check(_ result: Int32, _ side: AudioError.Side, _ doing: String) throws(AudioError) {
        guard result >= 0 else {
            throw AudioError(alsa: result, of: side, doing: doing)
        }
    }
}
