/// Fills the playback stream, on the audio thread.
public protocol AudioVoice: Sendable {
    /// Writes `target.count` mono samples, the first of which is frame `frame` of the stream. Frames are asked for in
    /// order; after an xrun some are left out. Realtime-safe: yes; takes no lock and allocates nothing.
    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int)
}

/// A voice for a rate that is known only when the device is open.
public protocol AudioVoiceMaking: Sendable {
    /// Called once for each opening, before the first block, on an ordinary thread.
    ///
    /// - Parameter rate: of the playback stream, in Hz.
    func voice(rate: Int) -> any AudioVoice
}

/// Sound from the microphone of a transport, mono, full scale ±1, with its place in the capture stream.
public struct CapturedBlock: Sendable, Equatable {
    /// The samples, at the capture rate.
    public let samples: [Float]
    /// Frame of the first sample, counted since the opening; sound that the device lost is counted too.
    public let frame: Int

    public init(samples: [Float], frame: Int) {
        self.samples = samples
        self.frame = frame
    }
}

/// What an open transport has to say, in order.
public enum TransportEvent: Sendable, Equatable {
    /// The streams run. Capture rate nil: nobody listens. In Hz. Again after each `lost`; frames begin anew at 0.
    case running(playbackRate: Int, captureRate: Int?)
    /// A better line through what the device reported, about once a second, and at once after an xrun.
    case playback(TimeMap)
    case capture(TimeMap)
    case block(CapturedBlock)
    /// The device ran empty or full; `frames` were left out. The line is still right: it counts what was left out.
    case xrun(frames: Int, isPlayback: Bool)
    /// A device went away; the transport keeps looking for it.
    case lost(AudioError)
}

/// Which devices a transport uses.
public struct TransportOptions: Sendable, Equatable {
    /// ALSA name, nil: the system's default.
    public var output: AudioDevice.ID?
    /// Whether the microphone is opened as well.
    public var listens: Bool
    /// ALSA name of the microphone, nil: the system's default.
    public var input: AudioDevice.ID?

    public init(output: AudioDevice.ID? = nil, listens: Bool = false, input: AudioDevice.ID? = nil) {
        self.output = output
        self.listens = listens
        self.input = input
    }
}

/// Port: plays a voice and, if asked, listens, both joined to one clock.
public protocol AudioTransport: Sendable {
    /// Opens the devices and begins to play at frame 0. The stream ends with `close`.
    func open(_ options: TransportOptions, playing voices: any AudioVoiceMaking) async throws(AudioError)
        -> AsyncStream<TransportEvent>

    /// Stops at once.
    func close()
}
