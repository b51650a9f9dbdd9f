/// A source of samples for playback, called by the audio thread.
public protocol AudioVoice: Sendable {
    /// Writes `target.count` mono samples from frame `frame` of the stream on. Frames come in order; an xrun skips
    /// some. Realtime-safe: takes no lock and allocates nothing.
    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int)
}

/// Makes the source of samples once the sample rate of the open device is known.
public protocol AudioVoiceMaking: Sendable {
    /// Called each time the device is opened, before the first samples. May lock and allocate.
    ///
    /// - Parameter rate: Hz.
    func voice(rate: Int) -> any AudioVoice
}

/// Captured mono samples, full scale ±1.
public struct CapturedBlock: Sendable, Equatable {
    /// At the sample rate of the capture stream.
    public let samples: [Float]
    /// Number of the first frame since the stream was opened, with frames that the device lost. If it lost fewer than
    /// was thought, this is lower than the end of the block before.
    public let frame: Int

    public init(samples: [Float], frame: Int) {
        self.samples = samples
        self.frame = frame
    }
}

/// Events of an open `AudioTransport`, in order.
public enum TransportEvent: Sendable, Equatable {
    /// The streams run. Rates are in Hz; `captureRate` is nil without a microphone. Comes again once a lost device is
    /// back; frames then count from 0.
    case running(playbackRate: Int, captureRate: Int?)
    /// A new clock fit, about once a second, and at once after an xrun.
    case playback(TimeMap)
    case capture(TimeMap)
    case block(CapturedBlock)
    /// A buffer ran empty (playback) or over (capture), so that frames were skipped. They are counted, so the clock fit
    /// stays valid.
    case xrun(frames: Int, isPlayback: Bool)
    /// A device was disconnected. Both streams wait until it is back.
    case lost(AudioError)
}

public struct TransportOptions: Sendable, Equatable {
    /// ALSA name of the loudspeaker; nil for the system's default.
    public var output: AudioDevice.ID?
    /// Whether the microphone is opened too.
    public var listens: Bool
    /// ALSA name of the microphone; nil for the system's default.
    public var input: AudioDevice.ID?

    public init(output: AudioDevice.ID? = nil, listens: Bool = false, input: AudioDevice.ID? = nil) {
        self.output = output
        self.listens = listens
        self.input = input
    }
}

/// Port: plays samples and, if asked to, captures the microphone, both timed by the same clock.
public protocol AudioTransport: Sendable {
    /// Starts playback at frame 0. The events end after `close`.
    func open(_ options: TransportOptions, playing voices: any AudioVoiceMaking) async throws(AudioError)
        -> AsyncStream<TransportEvent>

    func close()
}

/// Events of an open microphone, in order.
public enum CaptureEvent: Sendable, Equatable {
    case block(AudioBlock)
    /// Capture goes on after `restored`, once the device is back.
    case lost(AudioError)
    case restored
}

/// Port: captures sound.
public protocol Microphone: Sendable {
    /// Opens a device, nil for the system's default, and returns once its first frame can be captured. Ends an earlier
    /// capture. The stream is unbounded, so nothing is dropped.
    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent>

    /// The stream delivers what was captured, then ends.
    func close()
}

/// Port: plays sounds one after another without a gap.
public protocol SoundPlayer: Sendable {
    /// Opens the loudspeaker at once, nil for the system's default, and plays silence while no sound waits. Ends an
    /// earlier playback.
    ///
    /// - Returns: seconds heard so far, several times a second, until the last sound was heard or another playback
    ///   began. Throws `AudioError`. Cancelling the consuming task stops at once.
    func play(_ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?) -> AsyncThrowingStream<Double, any Error>
    /// The loudspeaker is silent within a fifth of a second.
    func pause()
    func resume()
}
