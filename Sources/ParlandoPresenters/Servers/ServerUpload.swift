import ParlandoCore
import ParlandoServices

/// How a session stands in which a server recognises: how much of the sound it has taken, and whether it still does.
struct ServerUpload: Equatable {
    /// Why nothing is sent just now, nil: all goes well. What is said meanwhile is kept.
    var halt: RecognitionError?
    /// Seconds of the session before the sound that is being sent.
    var start = 0.0
    /// Seconds of the session that the server has taken.
    var done = 0.0
    /// Seconds of the session so far.
    var total = 0.0

    /// - Parameter speech: sound that is sent again, nil: what the microphone hears is sent.
    init(_ speech: UnsentSpeech? = nil) {
        start = Double(speech?.start ?? 0) / Double(AudioBlock.sampleRate)
        done = start
        total = start + (speech?.recording.seconds ?? 0)
    }

    /// So many seconds of the session have been taken in.
    mutating func hear(_ seconds: Double) {
        total = max(total, seconds)
    }

    /// The server has taken so many seconds of the session, which has `total` by now.
    mutating func recognise(_ seconds: Double, of total: Double) {
        done = seconds
        hear(total)
    }

    /// What is still to be sent once the microphone is closed, nil: nothing is being sent.
    func progress(_ phase: DictationPhase) -> PageProgress? {
        guard phase == .finishing else {
            return nil
        }
        let places = ["done": Quantities.clock(done - start), "total": Quantities.clock(total - start)]
        let fraction = total > start ? min(max(0, (done - start) / (total - start)), 1) : nil
        return PageProgress(
            tr("Sent {done} of {total} of the recording", places), fraction: fraction, canCancel: true)
    }

    /// What is said while the microphone is open and the server does not take anything, nil: it does.
    var banner: PageBanner? {
        guard let message = halt?.message else {
            return nil
        }
        let text = message.text + " " + tr("You can keep speaking.")
        let alternative = message.action?.kind == .retry ? nil : PageAction.tryAgain
        return PageBanner(text, tone: .failure, action: message.action, alternative: alternative)
    }
}
