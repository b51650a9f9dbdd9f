import ParlandoCore

/// An event that a session of the rhythm trainer handles. All events arrive through one stream, which fixes their
/// order.
enum RhythmSessionEvent: Sendable {
    enum Command: Sendable {
        case stop
        case pause
        case resume
        case tap(HostTime)
        case tempo(Tempo)
        case volumes(click: Double, guide: Double)
        case devices(TransportOptions, latency: Double?)
    }

    case command(Command)
    case opened
    case notOpened(AudioError)
    case transport(TransportEvent)
    case transportEnded
    /// A result of a sound analyser (`Ear`).
    ///
    /// - Parameter ear: number of the analyser within its session.
    case heard(EarNews, ear: Int)
    /// The time has come at which the session asked to be woken.
    case woke
}

/// A result from the analysis of the captured sound.
enum EarNews: Sendable, Equatable {
    /// A stroke, which reached the microphone at the time when this frame of the playback stream was due. The stroke
    /// and the clicks reach the microphone by the same route, so an error in the delays that the devices report affects
    /// the stroke's position only once.
    case stroke(frame: Double)
    /// Loudness in dB of full scale.
    case level(Double)
    /// The sound of the loudspeaker arrives this many seconds later than it was due.
    case loudspeaker(delay: Double)
    case warning(RhythmWarning)
    /// Number of strokes or clicks found so far.
    case counted(Int)
    case learned(InstrumentProfile)
    case measured(LatencyCalibration)
    case failed(RhythmFailure)
}
