import CALSA
import ParlandoCore

/// A device opened for listening: never blocks, interleaved reads. The only file that knows ALSA.
///
/// Belongs to one thread, and closes with its owner. Opening, starting and closing may wait for a sound server.
struct PCM: ~Copyable {
    /// How the device writes a sample; all in the byte order of this machine.
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
        /// Frames that arrive together.
        var period: Int
        /// Frames the device keeps before it drops the oldest.
        var buffer: Int
    }

    /// A name that ALSA offers, for `DeviceListing`.
    struct Hint: Sendable, Equatable {
        var name: String
        var description: String
    }

    /// Twenty milliseconds a period: fifty wake-ups a second, and little to wait for.
    private static let periodMicroseconds: UInt32 = 20_000
    /// A thread that sleeps for less than this loses nothing.
    private static let bufferMicroseconds: UInt32 = 2_000_000

    let format: Format
    /// PipeWire's plugin tells neither of a lost device nor of lost sound, so it has to be watched more closely.
    let isPipeWire: Bool

    private let handle: OpaquePointer

    /// Opens a device by its ALSA name. Waits for a sound server if there is one.
    init(listeningTo name: String) throws(AudioError) {
        Self.silenceMessages()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
        guard result >= 0, let opened else {
            // ALSA remembers its configuration, and with it what the default is: the next attempt reads it afresh.
            snd_config_update_free_global()
            throw AudioError(alsa: result, doing: "open \(name)")
        }
        do {
            format = try Self.negotiate(opened)
            isPipeWire = Self.driverName(opened).contains("PipeWire")
            handle = opened
        } catch {
            snd_pcm_close(opened)
            throw error
        }
    }

    deinit {
        snd_pcm_close(handle)
    }

    /// Begins to capture. Also begins anew after an overrun. Realtime-safe: as far as the device's driver is.
    func start() -> Int32 {
        let prepared = snd_pcm_prepare(handle)
        return prepared < 0 ? prepared : snd_pcm_start(handle)
    }

    /// Waits for frames: 1, 0 when the time is over, or a negative error number. Realtime-safe: yes.
    func wait(milliseconds: Int32) -> Int32 {
        snd_pcm_wait(handle, milliseconds)
    }

    /// Reads up to `frames` frames: how many came, or a negative error number. Realtime-safe: yes.
    func read(into target: UnsafeMutableRawPointer, frames: Int) -> Int {
        snd_pcm_readi(handle, target, snd_pcm_uframes_t(frames))
    }

    /// Frames that were captured and not read yet, wherever on the way they are. Realtime-safe: yes.
    func framesOwed() -> Int {
        var delay: snd_pcm_sframes_t = 0
        return snd_pcm_delay(handle, &delay) < 0 ? 0 : max(delay, 0)
    }

    /// Every device that ALSA says can be listened to. May take some milliseconds.
    static func hints() -> [Hint] {
        silenceMessages()
        var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &list) >= 0, let first = list else {
            return []
        }
        defer { snd_device_name_free_hint(list) }
        return sequence(first: first) { $0 + 1 }
            .prefix { $0.pointee != nil }
            .compactMap { hint(at: $0.pointee) }
    }
}

extension PCM {
    private static func hint(at entry: UnsafeMutableRawPointer?) -> Hint? {
        let direction = text("IOID", of: entry)
        guard direction == nil || direction == "Input", let name = text("NAME", of: entry) else {
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
        guard snd_pcm_info_malloc(&info) >= 0 else {
            return ""
        }
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info(handle, info) >= 0, let name = snd_pcm_info_get_name(info) else {
            return ""
        }
        return String(cString: name)
    }

    private static func negotiate(_ handle: OpaquePointer) throws(AudioError) -> Format {
        var wish: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&wish), "prepare")
        defer { snd_pcm_hw_params_free(wish) }
        try check(snd_pcm_hw_params_any(handle, wish), "ask what is possible")
        try check(snd_pcm_hw_params_set_access(handle, wish, SND_PCM_ACCESS_RW_INTERLEAVED), "set access")
        guard let encoding = Encoding.allCases.first(where: { set($0, handle, wish) }) else {
            throw AudioError(.unsupported, detail: "no known sample format")
        }
        // Our own resampler is better than ALSA's; where only theirs will do, this is refused and that is fine.
        _ = snd_pcm_hw_params_set_rate_resample(handle, wish, 0)
        var channels = UInt32(2)
        var rate = UInt32(48_000)
        var period = periodMicroseconds
        var buffer = bufferMicroseconds
        try check(snd_pcm_hw_params_set_channels_near(handle, wish, &channels), "set channels")
        try check(snd_pcm_hw_params_set_rate_near(handle, wish, &rate, nil), "set rate")
        try check(snd_pcm_hw_params_set_period_time_near(handle, wish, &period, nil), "set period")
        try check(snd_pcm_hw_params_set_buffer_time_near(handle, wish, &buffer, nil), "set buffer")
        try check(snd_pcm_hw_params(handle, wish), "agree on a format")
        return agreed(wish, encoding: encoding, rate: Int(rate), channels: Int(channels))
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

    private static func check(_ result: Int32, _ doing: String) throws(AudioError) {
        guard result >= 0 else {
            throw AudioError(alsa: result, doing: doing)
        }
    }
}
