import CALSA
import Glibc
import ParlandoCore

/// A device opened for listening or for playing: never blocks, interleaved reads or writes. The only file that knows
/// ALSA.
///
/// Belongs to one thread, and closes with its owner. Opening, starting and closing may wait for a sound server.
struct PCM: ~Copyable {
    /// Which way the sound goes.
    enum Direction: Sendable {
        case capture
        case playback

        /// Whose errors these are.
        var side: AudioError.Side {
            self == .capture ? .microphone : .loudspeaker
        }
    }

    /// How the device reads or writes a sample; all in the byte order of this machine.
    enum Encoding: Sendable, CaseIterable {
        // In the order of preference: what needs the least conversion and loses the least comes first.
        case float32
        case int32
        case int16
    }

    /// What was agreed with the device.
    struct Format: Sendable, Equatable {
        var encoding: Encoding
        /// In Hz.
        var rate: Int
        var channels: Int
        /// Frames that arrive or leave together.
        var period: Int
        /// Frames the device keeps: before it drops the oldest, or until they are heard.
        var buffer: Int
    }

    /// What is asked for; the device may give something else.
    struct Wish: Sendable, Equatable {
        var direction: Direction
        var periodMicroseconds: UInt32
        var bufferMicroseconds: UInt32

        /// For dictation. Twenty milliseconds a period: fifty wake-ups a second, and little to wait for. A thread that
        /// sleeps for less than the buffer loses nothing.
        static let listening = Wish(direction: .capture, periodMicroseconds: 20_000, bufferMicroseconds: 2_000_000)
        /// For strokes, which have to be judged at once.
        static let hearingStrokes = Wish(direction: .capture, periodMicroseconds: 5000, bufferMicroseconds: 2_000_000)
        /// What is played is known long before, so the delay does no harm: a busy machine does not stutter, and an idle
        /// one is woken twelve times a second. A new volume or tempo is heard a sixth of a second later.
        static let playing = Wish(direction: .playback, periodMicroseconds: 80_000, bufferMicroseconds: 160_000)
        /// The same while a microphone hears it: what both say of their place is joined, and each period is a report.
        static let playingAloud = Wish(direction: .playback, periodMicroseconds: 10_000, bufferMicroseconds: 100_000)
        /// Speech: nobody notices a fifth of a second before it pauses, and everybody a hole in a word.
        static let speaking = Wish(direction: .playback, periodMicroseconds: 20_000, bufferMicroseconds: 200_000)
    }

    /// Where a stream stands.
    struct Position: Sendable, Equatable {
        /// Nanoseconds on the monotonic clock.
        var time: Int64
        /// Frames between the program and the air at that moment: captured and not read, or written and not heard.
        var delay: Int
        /// Frames that could be read or written at that moment.
        var room: Int
    }

    /// A name that ALSA offers, for `DeviceListing`.
    struct Hint: Sendable, Equatable {
        var name: String
        var description: String
    }

    /// A time stamp this far from now, in nanoseconds, is by another clock or was never written.
    private static let foreignClock: UInt64 = 1_000_000_000

    let format: Format
    /// PipeWire's plugin tells neither of a lost device nor of lost sound, so it has to be watched more closely.
    let isPipeWire: Bool

    private let handle: OpaquePointer
    private let status: OpaquePointer

    /// Opens a device by its ALSA name. Waits for a sound server if there is one.
    init(_ name: String, _ wish: Wish) throws(AudioError) {
        Self.silenceMessages()
        let side = wish.direction.side
        let stream = wish.direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, stream, SND_PCM_NONBLOCK)
        guard result >= 0, let opened else {
            // ALSA remembers its configuration, and with it what the default is: the next attempt reads it afresh.
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

    /// Begins to capture. Also begins anew after an overrun. Realtime-safe: as far as the device's driver is.
    func start() -> Int32 {
        let prepared = prepare()
        return prepared < 0 ? prepared : snd_pcm_start(handle)
    }

    /// Makes the device ready for frames, at first or after an xrun. Realtime-safe: as far as the device's driver is.
    func prepare() -> Int32 {
        snd_pcm_prepare(handle)
    }

    /// Begins to play what was written, where the device has not begun by itself. Realtime-safe: as its driver is.
    func startPlaying() -> Int32 {
        snd_pcm_state(handle) == SND_PCM_STATE_PREPARED ? snd_pcm_start(handle) : 0
    }

    /// Throws away what was written and not heard. Realtime-safe: as far as the device's driver is.
    func drop() {
        snd_pcm_drop(handle)
    }

    /// Waits for frames, or for room: 1, 0 when the time is over, or a negative error number. Realtime-safe: yes.
    func wait(milliseconds: Int32) -> Int32 {
        snd_pcm_wait(handle, milliseconds)
    }

    /// Reads up to `frames` frames: how many came, or a negative error number. Realtime-safe: yes.
    func read(into target: UnsafeMutableRawPointer, frames: Int) -> Int {
        snd_pcm_readi(handle, target, snd_pcm_uframes_t(frames))
    }

    /// Writes up to `frames` frames: how many found room, or a negative error number. Realtime-safe: yes.
    func write(from source: UnsafeRawPointer, frames: Int) -> Int {
        snd_pcm_writei(handle, source, snd_pcm_uframes_t(frames))
    }

    /// Frames that can be written now, or a negative error number. Realtime-safe: yes.
    func room() -> Int {
        snd_pcm_avail_update(handle)
    }

    /// Where the stream stands now, nil when the device does not say. Realtime-safe: yes.
    ///
    /// - Parameter now: nanoseconds on the monotonic clock, for devices that do not stamp by it.
    func position(now: Int64) -> Position? {
        guard snd_pcm_status(handle, status) >= 0 else {
            return nil
        }
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        // Without a check for overflow: a driver may write anything there.
        let time = Int64(stamp.tv_sec) &* 1_000_000_000 &+ Int64(stamp.tv_nsec)
        return Position(
            time: (time &- now).magnitude < Self.foreignClock ? time : now, delay: snd_pcm_status_get_delay(status),
            room: Int(snd_pcm_status_get_avail(status)))
    }

    /// Frames that were captured and not read yet, wherever on the way they are. Realtime-safe: yes.
    func framesOwed() -> Int {
        var delay: snd_pcm_sframes_t = 0
        return snd_pcm_delay(handle, &delay) < 0 ? 0 : max(delay, 0)
    }

    /// Every device that ALSA says can be listened to, or played on. May take some milliseconds.
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
        // Nothing said: both ways.
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

    /// ALSA writes its complaints to stderr. The error numbers say the same, so on this thread it keeps quiet.
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
        // Our own resampler is better than ALSA's; where only theirs will do, this is refused and that is fine.
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

    /// Time stamps by the monotonic clock, a wake-up for each period, no start before the buffer is full.
    private static func ask(_ handle: OpaquePointer, _ format: Format, _ side: AudioError.Side) throws(AudioError) {
        var wish: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&wish), side, "prepare")
        defer { snd_pcm_sw_params_free(wish) }
        try check(snd_pcm_sw_params_current(handle, wish), side, "ask for the settings")
        // Where these are refused, the moment of the question serves as the time stamp.
        _ = snd_pcm_sw_params_set_tstamp_mode(handle, wish, SND_PCM_TSTAMP_ENABLE)
        _ = snd_pcm_sw_params_set_tstamp_type(handle, wish, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        _ = snd_pcm_sw_params_set_avail_min(handle, wish, snd_pcm_uframes_t(format.period))
        if side == .loudspeaker {
            _ = snd_pcm_sw_params_set_start_threshold(handle, wish, snd_pcm_uframes_t(format.buffer))
        }
        try check(snd_pcm_sw_params(handle, wish), side, "apply the settings")
    }

    /// Room for what `position` asks, taken before the sound begins.
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
