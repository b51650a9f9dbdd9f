import ParlandoCore

/// All that can happen to a session, in the one order in which it is dealt with.
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
    /// It is time to look again for a microphone that could not be opened.
    case timeToRetry
    case recognised(RecognitionEvent)
    /// Nil: everything that came in is recognised.
    case recognitionEnded(RecognitionError?)
}
