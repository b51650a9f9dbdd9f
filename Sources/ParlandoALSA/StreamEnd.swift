import ParlandoCore

/// The reason that a stream ended.
enum StreamEnd: Sendable, Equatable {
    case closed
    /// An error of the device, with its error number.
    case failed(Int32)
    /// Too many xruns within a short time.
    case keepsRunningOut
    /// The device is open but delivers or accepts no frames.
    case stalled
    /// The device delivers only zeros, as PipeWire does if the hardware device is gone.
    case fellSilent
    /// The computer or the program was suspended.
    case suspended

    /// Text for the log.
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
