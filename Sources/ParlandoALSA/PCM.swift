import CALSA
import Glibc
import ParlandoCore

/// An ALSA device, with non-blocking interleaved access. The only file that uses ALSA.
///
/// For one thread at a time. The device is closed when this value is destroyed. Opening, starting and closing may wait
/// for a sound server.
// Unchecked: the thread that opens a device may pass it on, but never keeps it.
struct PCM: ~Copyable, @unchecked Sendable {
    enum Direction: Sendable {
        case capture
        case playback

        var side: AudioError.Side {
            self == .capture ? .microphone : .loudspeaker
        }
    }

    /// In native byte order.
    enum Encoding: Sendable, CaseIterable {
        // In order of preference: least conversion and loss first.
        case float32
        case int32
        case int16
    }

    /// As negotiated with the device.
    struct Format: Sendable, Equatable {
        var encoding: Encoding
        var rate: Int
        var channels: Int
        /// Frames that are transferred at a time.
        var period: Int
        /// In frames.
        var buffer: Int
    }

    /// The device may choose other parameters.
    struct Wish: Sendable, Equatable {
        var direction: Direction
        var periodMicroseconds: UInt32
        var bufferMicroseconds: UInt32

        /// For dictation: fifty wake-ups a second and a short delay. A thread that is late by less than the buffer
        /// loses nothing.
        static let listening = Wish(direction: .capture, periodMicroseconds: 20_000, bufferMicroseconds: 2_000_000)
        /// For stroke detection, which needs a short delay.
        static let hearingStrokes = Wish(direction: .capture, periodMicroseconds: 5000, bufferMicroseconds: 2_000_000)
        /// For the metronome, which is known in advance: a long buffer does not stutter on a busy computer, and wakes
        /// an idle one only twelve times a second. A new volume or tempo is heard a sixth of a second later.
        static let playing = Wish(direction: .playback, periodMicroseconds: 80_000, bufferMicroseconds: 160_000)
        /// For the metronome beside a microphone. Each period gives a position report, which relates the two streams.
        static let playingAloud = Wish(direction: .playback, periodMicroseconds: 10_000, bufferMicroseconds: 100_000)
        /// For speech. A fifth of a second before a pause is not noticed, but a gap in a word is.
        static let speaking = Wish(direction: .playback, periodMicroseconds: 20_000, bufferMicroseconds: 200_000)
    }

    /// Position of a stream as the device reports it. A driver may report any number, so frames are limited to ±2^40,
    /// which is 66 days at the highest sample rates. Sums of them cannot overflow.
    struct Position: Sendable, Equatable {
        private static let most = 1 << 40

        /// Nanoseconds of the monotonic clock.
        let time: Int64
        /// Frames captured but not read, or written but not heard, at `time`.
        let delay: Int
        /// Frames that could be read or written at `time`.
        let room: Int

        init(time: Int64, delay: Int, room: UInt) {
            self.time = time
            self.delay = min(max(delay, -Self.most), Self.most)
            self.room = min(Int(clamping: room), Self.most)
        }
    }

    struct Hint: Sendable, Equatable {
        var name: String
        var description: String
    }

    /// Distance in nanoseconds from now of a timestamp that comes from another clock or was never set.
    private static let foreignClock: UInt64 = 1_000_000_000

    let format: Format
    /// PipeWire's plugin reports neither lost devices nor lost sound, and needs closer monitoring.
    let isPipeWire: Bool

    private let handle: OpaquePointer
    private let status: OpaquePointer

    /// Opens a device by its ALSA name, or what the computer plays at present. May wait for a sound server.
    init(_ device: AudioDevice.ID, _ wish: Wish) throws(AudioError) {
        Self.silenceMessages()
        let isPlayed = device == AudioDevice.computer.id
        let name = try isPlayed ? DeviceListing.monitor(SoundServer()?.defaults()) : device
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

    /// Starts capture, also after an overrun. Returns 0 or a negative error number, as all methods below. Realtime-safe
    /// as far as the device's driver is.
    func start() -> Int32 {
        // A device that was just opened is prepared. Preparing it again makes PulseAudio's plugin connect again, which
        // leaves its descriptor readable until the first sound: `wait` would compute until then, whatever its timeout.
        let prepared = snd_pcm_state(handle) == SND_PCM_STATE_PREPARED ? 0 : prepare()
        return prepared < 0 ? prepared : snd_pcm_start(handle)
    }

    /// Also after an xrun. Realtime-safe as far as the driver is.
    func prepare() -> Int32 {
        snd_pcm_prepare(handle)
    }

    /// Starts playback, unless the device has started by itself. Realtime-safe as far as the driver is.
    func startPlaying() -> Int32 {
        snd_pcm_state(handle) == SND_PCM_STATE_PREPARED ? snd_pcm_start(handle) : 0
    }

    /// Discards what was not heard. Realtime-safe as far as the driver is.
    func drop() {
        snd_pcm_drop(handle)
    }

    /// Returns 1 for frames or room, 0 after a timeout. Realtime-safe.
    func wait(milliseconds: Int32) -> Int32 {
        snd_pcm_wait(handle, milliseconds)
    }

    /// Returns the number of frames read. Realtime-safe.
    func read(into target: UnsafeMutableRawPointer, frames: Int) -> Int {
        min(snd_pcm_readi(handle, target, snd_pcm_uframes_t(frames)), frames)
    }

    /// Returns the number of frames written. Realtime-safe.
    func write(from source: UnsafeRawPointer, frames: Int) -> Int {
        min(snd_pcm_writei(handle, source, snd_pcm_uframes_t(frames)), frames)
    }

    /// Frames that can be written now. Realtime-safe.
    func room() -> Int {
        snd_pcm_avail_update(handle)
    }

    /// Nil if the device does not report it. Realtime-safe.
    ///
    /// - Parameter now: nanoseconds of the monotonic clock, in place of the timestamp of a device with another clock.
    func position(now: Int64) -> Position? {
        guard snd_pcm_status(handle, status) >= 0 else {
            return nil
        }
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        // A driver may return any value.
        let time = Int64(stamp.tv_sec) &* 1_000_000_000 &+ Int64(stamp.tv_nsec)
        return Position(
            time: (time &- now).magnitude < Self.foreignClock ? time : now, delay: snd_pcm_status_get_delay(status),
            room: snd_pcm_status_get_avail(status))
    }

    /// Frames captured but not read, including those in transit. Realtime-safe.
    func framesOwed() -> Int {
        var delay: snd_pcm_sframes_t = 0
        return snd_pcm_delay(handle, &delay) < 0 ? 0 : max(delay, 0)
    }

    /// May take some milliseconds.
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

    /// Suppresses ALSA's messages on stderr for this thread. The error numbers say the same.
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
        // The application's resampler is better than ALSA's. A device that works only with ALSA's may refuse this.
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

    /// Timestamps of the monotonic clock, a wake-up for each period, and no playback before the buffer is full.
    private static func ask(_ handle: OpaquePointer, _ format: Format, _ side: AudioError.Side) throws(AudioError) {
        var wish: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&wish), side, "prepare")
        defer { snd_pcm_sw_params_free(wish) }
        try check(snd_pcm_sw_params_current(handle, wish), side, "ask for the settings")
        // If these are refused, the time of the query is the timestamp.
        _ = snd_pcm_sw_params_set_tstamp_mode(handle, wish, SND_PCM_TSTAMP_ENABLE)
        _ = snd_pcm_sw_params_set_tstamp_type(handle, wish, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        _ = snd_pcm_sw_params_set_avail_min(handle, wish, snd_pcm_uframes_t(format.period))
        if side == .loudspeaker {
            _ = snd_pcm_sw_params_set_start_threshold(handle, wish, snd_pcm_uframes_t(format.buffer))
        }
        try check(snd_pcm_sw_params(handle, wish), side, "apply the settings")
    }

    /// For `position`, before the stream starts, because allocating memory is not realtime-safe.
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

extension AudioError {
    /// - Parameters:
    ///   - code: negative error number of ALSA.
    ///   - doing: failed operation, for the log.
    init(alsa code: Int32, of side: Side = .microphone, doing: String) {
        self.init(Self.kind(of: -code), of: side, detail: "\(doing): \(Self.text(of: -code))")
    }

    static func text(of number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        // The last two come from the plugins of PulseAudio and PipeWire if their server is not running.
        case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN: .noDevice
        case EBUSY, EAGAIN: .busy
        case EACCES, EPERM: .denied
        case EINVAL: .unsupported
        default: .failed
        }
    }
}
