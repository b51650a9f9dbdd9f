import ParlandoCore
import ParlandoServices

/// The progress of a session with a server: the duration of the sound that the server has recognised, and any error
/// that halts it.
struct ServerUpload: Equatable {
    /// The error that has halted sending, or nil if sending is not halted. Speech is still recorded and kept meanwhile.
    var halt: RecognitionError?
    /// Position in the session at which the sound being sent begins, in seconds.
    var start = 0.0
    /// Position up to which the server has recognised the session, in seconds.
    var done = 0.0
    /// Duration of the session so far, in seconds.
    var total = 0.0

    /// - Parameter speech: kept sound that is sent again, or nil if the sound comes from the microphone.
    init(_ speech: UnsentSpeech? = nil) {
        start = Double(speech?.start ?? 0) / Double(AudioBlock.sampleRate)
        done = start
        total = start + (speech?.recording.seconds ?? 0)
    }

    /// Records that the session has lasted for this many seconds.
    mutating func hear(_ seconds: Double) {
        total = max(total, seconds)
    }

    /// Records that the server has recognised this many seconds of the session, out of `total`.
    mutating func recognise(_ seconds: Double, of total: Double) {
        done = seconds
        hear(total)
    }

    /// Returns the progress of sending the rest after the microphone was closed, or nil if nothing is being sent.
    func progress(_ phase: DictationPhase) -> PageProgress? {
        guard phase == .finishing else {
            return nil
        }
        let places = ["done": Quantities.clock(done - start), "total": Quantities.clock(total - start)]
        let fraction = total > start ? min(max(0, (done - start) / (total - start)), 1) : nil
        return PageProgress(
            tr("Sent {done} of {total} of the recording", places), fraction: fraction, canCancel: true)
    }

    /// Returns the banner that is shown while sending is halted, or nil if it is not halted.
    func banner(_ phase: DictationPhase) -> PageBanner? {
        guard let message = halt?.message else {
            return nil
        }
        // Once the microphone is closed, nothing more that is said would be heard.
        let text = phase == .listening ? message.text + " " + tr("You can keep speaking.") : message.text
        let alternative = message.action?.kind == .retry ? nil : PageAction.tryAgain
        return PageBanner(text, tone: .failure, action: message.action, alternative: alternative)
    }
}
