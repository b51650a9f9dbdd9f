import ParlandoCore
import ParlandoServices

/// The progress of a dictation session that a server recognises: how many seconds of sound the server has recognised,
/// and any error that has halted sending.
struct ServerUpload: Equatable {
    /// The error that has halted sending, or nil if sending is not halted. Speech is still recorded and kept meanwhile.
    var halt: RecognitionError?
    /// Position in the session's sound at which sending began, in seconds; 0 unless an earlier recording is sent again.
    var start = 0.0
    /// Position in the session's sound up to which the server has recognised speech, in seconds.
    var done = 0.0
    /// Duration of the session so far, in seconds.
    var total = 0.0

    /// - Parameter speech: a recording that is sent to the server again; nil if the microphone is used.
    init(_ speech: UnsentSpeech? = nil) {
        start = Double(speech?.start ?? 0) / Double(AudioBlock.sampleRate)
        done = start
        total = start + (speech?.recording.seconds ?? 0)
    }

    /// Records that the session's sound is now at least this many seconds long.
    mutating func hear(_ seconds: Double) {
        total = max(total, seconds)
    }

    /// Records that the server has recognised the first `seconds` of the session's sound, which is `total` seconds
    /// long.
    mutating func recognise(_ seconds: Double, of total: Double) {
        done = seconds
        hear(total)
    }

    /// Returns the progress of sending the rest of the sound after the microphone was closed; nil in any other phase.
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
        // The hint is only true while the microphone is open.
        let text = phase == .listening ? message.text + " " + tr("You can keep speaking.") : message.text
        let alternative = message.action?.kind == .retry ? nil : PageAction.tryAgain
        return PageBanner(text, tone: .failure, action: message.action, alternative: alternative)
    }
}
