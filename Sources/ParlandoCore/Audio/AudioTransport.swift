/// A source of samples for the playback stream, called on the audio thread.
public protocol AudioVoice: Sendable {
    /// Writes `target.count` mono samples, beginning with frame `frame` of the stream. Frames are requested in order;
    /// after an xrun some are skipped. Realtime-safe: takes no lock and allocates nothing.
    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int)
}

/// Makes a voice once the device is open and its sample rate is known.
public protocol AudioVoiceMaking: Sendable {
    /// Makes the voice. Called once for each opening, before the first block, on an ordinary thread.
    ///
    /// - Parameter rate: sample rate of the playback stream in Hz.
    func voice(rate: Int) -> any AudioVoice
}

/// A block of mono samples from the microphone of a transport, full scale ±1, with its position in the capture stream.
public struct CapturedBlock: Sendable, Equatable {
    /// Samples at the capture rate.
    public let samples: [Float]
    /// Frame number of the first sample, counted since the stream was opened. Frames that the device lost are counted
    /// too.
    public let frame: Int

    public init(samples: [Float], frame: Int) {
        self.samples = samples
        self.frame = frame
    }
}

/// Events of an open transport, in order.
public enum TransportEvent: Sendable, Equatable {
    /// The streams are running. Rates in Hz; `captureRate` is nil if no microphone is open. Sent again after each
    /// `lost`; frames then count from 0 again.
    case running(playbackRate: Int, captureRate: Int?)
    /// A new clock fit for the playback stream. Sent about once a second, and at once after an xrun.
    case playback(TimeMap)
    case capture(TimeMap)
    case block(CapturedBlock)
    /// An xrun: the playback buffer ran empty or the capture buffer overflowed, and `frames` were skipped. The clock
    /// fit stays valid, because skipped frames are counted.
    case xrun(frames: Int, isPlayback: Bool)
    /// A device was disconnected. The transport keeps looking for it.
    case lost(AudioError)
}

/// Devices that a transport uses.
public struct TransportOptions: Sendable, Equatable {
    /// ALSA name of the loudspeaker; nil for the system's default.
    public var output: AudioDevice.ID?
    /// Whether the microphone is opened as well.
    public var listens: Bool
    /// ALSA name of the microphone; nil for the system's default.
    public var input: AudioDevice.ID?

    public init(output: AudioDevice.ID? = nil, listens: Bool = false, input: AudioDevice.ID? = nil) {
        self.output = output
        self.listens = listens
        self.input = input
    }
}

/// Port: plays a voice and optionally captures the microphone, both timed by the same clock.
public protocol AudioTransport: Sendable {
    /// Opens the devices and starts playback at frame 0. The event stream ends with `close`.
    func open(_ options: TransportOptions, playing voices: any AudioVoiceMaking) async throws(AudioError)
        -> AsyncStream<TransportEvent>

    /// Stops playback and capture at once.
    func close()
}
