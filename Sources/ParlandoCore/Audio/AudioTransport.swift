/// A source of samples for a playback stream. The audio thread requests the samples.
public protocol AudioVoice: Sendable {
    /// Writes `target.count` mono samples, beginning with frame `frame` of the stream. Frames are requested in order;
    /// after an xrun (underrun or overrun) some are skipped. Realtime-safe: takes no lock and allocates nothing.
    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int)
}

/// Creates the source of samples (`AudioVoice`) for a playback stream once the device is open and its sample rate is
/// known.
public protocol AudioVoiceMaking: Sendable {
    /// Returns a source of samples. Called each time the device is opened, before the first samples are requested. The
    /// call may take locks and allocate memory.
    ///
    /// - Parameter rate: sample rate of the playback stream in Hz.
    func voice(rate: Int) -> any AudioVoice
}

/// A block of captured mono samples with its position in the capture stream. The full scale of the samples is ±1.
public struct CapturedBlock: Sendable, Equatable {
    /// The samples, at the sample rate of the capture stream.
    public let samples: [Float]
    /// Frame number of the first sample, counted since the stream was opened. Frames that the device lost are counted
    /// too. If it turns out to have lost fewer than was thought at first, the number is lower than the end of the block
    /// before.
    public let frame: Int

    public init(samples: [Float], frame: Int) {
        self.samples = samples
        self.frame = frame
    }
}

/// Events of an open `AudioTransport`, in chronological order.
public enum TransportEvent: Sendable, Equatable {
    /// Playback has started, and capture too if it was requested. The sample rates are in Hz; `captureRate` is nil if
    /// no microphone is open. The event is sent again once a lost device is back; frames are then counted from 0 again.
    case running(playbackRate: Int, captureRate: Int?)
    /// A new clock fit for the playback stream, which maps frames to times. Sent about once a second, and at once after
    /// an xrun (underrun or overrun).
    case playback(TimeMap)
    case capture(TimeMap)
    case block(CapturedBlock)
    /// The buffer of a stream ran empty (playback) or overflowed (capture), which is called an xrun, and `frames`
    /// frames were skipped. `isPlayback` says which stream is meant. The clock fit, which maps frames to times, stays
    /// valid, because skipped frames are counted.
    case xrun(frames: Int, isPlayback: Bool)
    /// A device was disconnected. The transport (playback and capture) waits until the device is back.
    case lost(AudioError)
}

/// The devices that an `AudioTransport` opens.
public struct TransportOptions: Sendable, Equatable {
    /// ALSA name of the loudspeaker; nil for the system's default.
    public var output: AudioDevice.ID?
    /// Whether the microphone is opened in addition to the loudspeaker.
    public var listens: Bool
    /// ALSA name of the microphone; nil for the system's default.
    public var input: AudioDevice.ID?

    public init(output: AudioDevice.ID? = nil, listens: Bool = false, input: AudioDevice.ID? = nil) {
        self.output = output
        self.listens = listens
        self.input = input
    }
}

/// Port: plays samples and optionally captures the microphone. Both streams are timed by the same clock.
public protocol AudioTransport: Sendable {
    /// Opens the devices and starts playback at frame 0. The returned stream of events ends after `close` has been
    /// called.
    func open(_ options: TransportOptions, playing voices: any AudioVoiceMaking) async throws(AudioError)
        -> AsyncStream<TransportEvent>

    /// Stops playback and capture at once.
    func close()
}
