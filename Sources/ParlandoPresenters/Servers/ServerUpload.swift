import ParlandoCore
import ParlandoServices

/// The progress of a session that a server recognises, in seconds of sound.
struct ServerUpload: Equatable {
    /// Why sending is halted. Speech is still recorded and kept meanwhile.
    var halt: RecognitionError?
    /// Where sending began; 0 unless an earlier recording is sent again.
    var start = 0.0
    /// Up to where the server has recognised speech.
    var done = 0.0
    /// The session so far.
    var total = 0.0

    /// - Parameter speech: a recording that is sent again; nil for the microphone.
    init(_ speech: UnsentSpeech? = nil) {
        start = Double(speech?.start ?? 0) / Double(AudioBlock.sampleRate)
        done = start
        total = start + (speech?.recording.seconds ?? 0)
    }

    mutating func hear(_ seconds: Double) {
        total = max(total, seconds)
    }

    mutating func recognise(_ seconds: Double, of total: Double) {
        done = seconds
        hear(total)
    }

    /// Of sending the rest after the microphone was closed; nil in any other phase.
    func progress(_ phase: DictationPhase) -> PageProgress? {
        guard phase == .finishing else {
            return nil
        }
        let places = ["done": Quantities.clock(done - start), "total": Quantities.clock(total - start)]
        let fraction = total > start ? min(max(0, (done - start) / (total - start)), 1) : nil
        return PageProgress(
            tr("Sent {done} of {total} of the recording", places), fraction: fraction, canCancel: true)
    }

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
