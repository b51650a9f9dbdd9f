import ParlandoCore

/// All that can happen to a session of the rhythm trainer, in the one order in which it is dealt with.
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
    /// - Parameter ear: which one, as its session counts them.
    case heard(EarNews, ear: Int)
    /// The moment has come that the session asked to be woken at.
    case woke
}

/// What became of the sound of the microphone.
enum EarNews: Sendable, Equatable {
    /// A stroke: it reached the microphone when that frame of the playback stream was due. So the devices' reports, which
    /// are inexact, only matter once: between this and the player lies the same way as for the clicks themselves.
    case stroke(frame: Double)
    /// In dB of full scale.
    case level(Double)
    /// The loudspeaker is heard so many seconds later than it was due.
    case loudspeaker(delay: Double)
    case warning(RhythmWarning)
    /// Strokes, or clicks, so far.
    case counted(Int)
    case learned(InstrumentProfile)
    case measured(LatencyCalibration)
    case failed(RhythmFailure)
}
