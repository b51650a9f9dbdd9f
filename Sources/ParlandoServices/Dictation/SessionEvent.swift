import ParlandoCore

/// An event that a session handles. All events arrive through one stream, which fixes their order.
enum SessionEvent: Sendable {
    enum Command: Sendable {
        case stop
        case abort
        case pause
        case resume
        case change(AudioDevice.ID?)
    }

    case command(Command)
    case opened
    case notOpened(AudioError)
    case captured(CaptureEvent)
    case captureEnded
    /// The retry interval for a microphone that could not be opened has passed.
    case timeToRetry
    case recognised(RecognitionEvent)
    /// Recognition has ended, with this error, or with nil once all sound has been recognised.
    case recognitionEnded(RecognitionError?)
}
