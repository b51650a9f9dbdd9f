/// Notices a microphone that is set too high or too low to judge by.
struct MicrophoneCheck {
    /// As near to full scale as a converter that clips comes.
    private static let ceiling: Float = 0.985
    /// Samples in a row at the ceiling that no undistorted stroke has.
    private static let flat = 3
    /// −46 dB of full scale: softer strokes drown in the noise of an ordinary microphone.
    private static let faint: Float = 0.005
    /// Strokes that must agree.
    private static let witnesses = 4
    /// Frames for which nothing is said again: 10 s.
    private static let patience = 10 * HearingSettings.rate

    private var run = 0
    private var isClipped = false
    private var clipped = 0
    private var soft = 0
    private var quietUntil = 0

    /// Looks at the next sample.
    mutating func look(_ sample: Float) {
        run = abs(sample) >= Self.ceiling ? run + 1 : 0
        isClipped = isClipped || run >= Self.flat
    }

    /// Takes note of an accepted stroke; returns what is to be said.
    mutating func hear(_ stroke: OnsetDetector.Attack) -> HearingEvent? {
        clipped = isClipped ? clipped + 1 : 0
        isClipped = false
        soft = stroke.peak < Self.faint ? soft + 1 : 0
        let frame = Int(stroke.frame)
        guard frame >= quietUntil, max(clipped, soft) >= Self.witnesses else {
            return nil
        }
        quietUntil = frame + Self.patience
        return clipped >= Self.witnesses ? .tooLoud : .tooQuiet
    }
}
