import ParlandoCore

/// Why a stream ended.
enum StreamEnd: Sendable, Equatable {
    case closed
    /// The error number of the device.
    case failed(Int32)
    /// It runs full or empty again and again and does not recover.
    case keepsRunningOut
    /// It is open but gives no frames, or takes none.
    case stalled
    /// It gives nothing but zeros, as PipeWire does when the device behind it is gone.
    case fellSilent
    /// The computer or the program was asleep.
    case suspended

    /// For the log.
    var description: String {
        switch self {
        case .closed: "closed"
        case .failed(let number): "\(AudioError.text(of: number))"
        case .keepsRunningOut: "xruns without end"
        case .stalled: "no frames"
        case .fellSilent: "digital silence"
        case .suspended: "asleep"
        }
    }
}
