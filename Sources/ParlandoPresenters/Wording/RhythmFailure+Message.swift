import ParlandoCore
public import ParlandoServices

extension RhythmFailure {
    /// Message for the user.
    public var message: Message {
        switch self {
        case .audio(let error):
            error.rhythmMessage
        case .silence:
            Message(
                tr("The clicks were not heard. Turn the loudspeaker up, or come closer with the microphone."),
                .calibrateAgain)
        case .noise:
            Message(tr("It is too loud here to find the clicks. Nothing was changed."), .calibrateAgain)
        case .spread(let seconds):
            Message(
                tr(
                    "The measurements differ by {amount}, more than 30 ms: nothing was changed.",
                    ["amount": Quantities.milliseconds(seconds)]), .calibrateAgain)
        case .unsteady:
            Message(
                tr("The computer is too busy to tell when its sound is heard. Try again when it has less to do."),
                .calibrateAgain)
        case .tooFewStrokes:
            Message(tr("There were too few strokes. Nothing was changed."))
        }
    }
}

extension RhythmWarning {
    /// Message for the player, or nil if there is none.
    public var message: Message? {
        switch self {
        case .microphoneTooQuiet:
            Message(tr("The microphone hears very little. Come closer, or choose another one."), .chooseMicrophone)
        case .microphoneTooLoud:
            Message(tr("The microphone is overdriven. Turn it down, or move away."), .chooseMicrophone)
        case .roomChanged:
            Message(tr("The room or the volume changed; what the microphone hears of the clicks is learned anew."))
        case .dropouts(let count):
            Message(
                trn(
                    "The sound dropped out {count} time; the beat did not shift.",
                    "The sound dropped out {count} times; the beat did not shift.", count))
        case .steadyBias(let seconds):
            Message(Self.bias(seconds), .correctBias)
        }
    }

    var tone: PageBanner.Tone {
        switch self {
        case .microphoneTooQuiet, .microphoneTooLoud, .dropouts: .warning
        case .roomChanged, .steadyBias: .information
        }
    }

    private static func bias(_ seconds: Double) -> String {
        let amount = ["amount": Quantities.milliseconds(abs(seconds))]
        return seconds > 0
            ? tr("Your strokes are steadily {amount} late. Is it the devices?", amount)
            : tr("Your strokes are steadily {amount} early. Is it the devices?", amount)
    }
}

extension AudioError {
    /// Message about an audio error in the rhythm trainer, for the device that it concerns.
    fileprivate var rhythmMessage: Message {
        side == .microphone ? message : loudspeakerMessage
    }

    /// Message about the same error of a loudspeaker.
    var loudspeakerMessage: Message {
        switch kind {
        case .noDevice:
            Message(tr("There is no loudspeaker. Plug one in, or headphones, or choose another one."), .chooseOutput)
        case .busy, .taken:
            Message(tr("Another program keeps the loudspeaker to itself. Close it, then try again."), .tryAgain)
        case .denied:
            Message(tr("The system does not let Parlando play sound. Check the permissions of your account."))
        case .lost:
            Message(
                tr("The loudspeaker was disconnected. Plug it in again, or choose another one."), .chooseOutput)
        case .unsupported:
            Message(tr("Parlando cannot play on this device. Choose another one."), .chooseOutput)
        case .failed:
            Message(tr("The loudspeaker could not be opened."), .tryAgain)
        }
    }
}

extension PageAction {
    static var chooseOutput: Self { Self(tr("Choose a Loudspeaker"), .chooseOutput) }
    static var calibrateLatency: Self { Self(tr("Calibrate Latency"), .calibrateLatency) }
    static var calibrateAgain: Self { Self(tr("Try Again"), .calibrateLatency) }
    static var learnInstrument: Self { Self(tr("Learn Instrument"), .learnInstrument) }
    static var correctBias: Self { Self(tr("Correct It"), .correctBias) }
}
