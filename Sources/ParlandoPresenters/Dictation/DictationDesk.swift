public import ParlandoCore
public import ParlandoServices

/// Where several screens share one dictation service: whoever takes it hears its news until the session is over.
@MainActor public final class DictationDesk {
    /// A screen that dictates.
    public enum Place: Sendable, Equatable {
        case dictation
        case terminal
    }

    private weak var user: (any DictationServiceDelegate)?
    /// Who has the microphone, nil: nobody.
    public private(set) var holder: Place?

    public init(of service: any Dictating) {
        service.delegate = self
    }

    /// Gives the service to a screen, unless another one has it: answers who has it then, nil for success.
    /// To be called before each start. The user is held weakly.
    public func take(for place: Place, _ user: any DictationServiceDelegate) -> Place? {
        if let holder, holder != place, self.user != nil {
            return holder
        }
        holder = place
        self.user = user
        return nil
    }
}

extension DictationDesk: DictationServiceDelegate {
    public func dictationService(_ service: any Dictating, didEnter phase: DictationPhase) {
        let user = user
        if phase == .idle {
            // Given back first: whoever hears of the end may begin anew at once.
            self.user = nil
            holder = nil
        }
        user?.dictationService(service, didEnter: phase)
    }

    public func dictationService(_ service: any Dictating, didHear transcript: Transcript) {
        user?.dictationService(service, didHear: transcript)
    }

    public func dictationService(_ service: any Dictating, didMeasure level: Double) {
        user?.dictationService(service, didMeasure: level)
    }

    public func dictationService(_ service: any Dictating, didElapse seconds: Int) {
        user?.dictationService(service, didElapse: seconds)
    }

    public func dictationService(_ service: any Dictating, didDetect language: String, probability: Double) {
        user?.dictationService(service, didDetect: language, probability: probability)
    }

    public func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning) {
        user?.dictationService(service, didWarn: warning)
    }

    public func dictationService(_ service: any Dictating, didHalt error: RecognitionError?) {
        user?.dictationService(service, didHalt: error)
    }

    public func dictationService(_ service: any Dictating, didRecognise seconds: Double, of total: Double) {
        user?.dictationService(service, didRecognise: seconds, of: total)
    }

    public func dictationService(_ service: any Dictating, didStopAfterSilence seconds: Int) {
        user?.dictationService(service, didStopAfterSilence: seconds)
    }

    public func dictationService(_ service: any Dictating, didFailWith failure: DictationFailure) {
        user?.dictationService(service, didFailWith: failure)
    }
}
