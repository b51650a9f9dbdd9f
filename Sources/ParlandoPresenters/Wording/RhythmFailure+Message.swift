import ParlandoCore
public import ParlandoServices

extension RhythmFailure {
    /// Message that tells the user why an exercise or calibration failed, with a command that may help.
    public var message: Message {
        switch self {
        case .audio(let error):
            error.rhythmMessage
        case .silence:
            Message(
                tr("The microphone hears nothing. Turn up the speaker, and check that the microphone is not muted."),
                .calibrateAgain)
        case .noise(let excess):
            Message(
                tr(
                    "Other sound is at least {amount} louder than the test sound. Turn up the speaker, or move the "
                        + "microphone closer.",
                    ["amount": Quantities.decibels(excess)]), .calibrateAgain)
        case .disagreement(let seconds):
            Message(
                tr(
                    "The measurements differ by {amount}. Leave the microphone where it is, and close other "
                        + "applications.",
                    ["amount": Quantities.milliseconds(seconds)]), .calibrateAgain)
        case .spread(let seconds):
            Message(
                tr(
                    "The measurements vary by {amount}, more than 30 ms. Nothing was changed.",
                    ["amount": Quantities.milliseconds(seconds)]), .calibrateAgain)
        case .unsteady:
            Message(
                tr("This computer is too busy to measure audio timing. Close other applications, then try again."),
                .calibrateAgain)
        case .tooFewStrokes:
            Message(tr("There were too few taps or notes. Nothing was changed."))
        }
    }
}

extension RhythmWarning {
    /// Message that tells the player about the warning; nil if the player is not told.
    public var message: Message? {
        switch self {
        case .microphoneTooQuiet:
            Message(tr("The microphone level is very low. Move closer, or choose another."), .chooseMicrophone)
        case .microphoneTooLoud:
            Message(tr("The microphone level is too high. Turn it down, or move away."), .chooseMicrophone)
        case .roomChanged:
            Message(tr("The room or volume has changed. Adjusting to how the clicks sound."))
        case .dropouts(let count):
            Message(
                trn(
                    "The audio dropped out {count} time; the beat stayed in time.",
                    "The audio dropped out {count} times; the beat stayed in time.", count))
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
            ? tr("Your taps are consistently {amount} late. Compensate for device latency?", amount)
            : tr("Your taps are consistently {amount} early. Compensate for device latency?", amount)
    }
}

extension AudioError {
    /// Message about an audio error in the rhythm trainer. It names the microphone or the loudspeaker, whichever has
    /// failed.
    fileprivate var rhythmMessage: Message {
        side == .microphone ? message : loudspeakerMessage
    }

    /// Message about the error if it concerns a loudspeaker rather than a microphone.
    var loudspeakerMessage: Message {
        switch kind {
        case .noDevice:
            Message(tr("No speaker found. Connect speakers or headphones, or choose a device."), .chooseOutput)
        case .busy, .taken:
            Message(tr("Another application is using the speaker. Close it, then try again."), .tryAgain)
        case .denied:
            Message(tr("Parlando does not have permission to play sound. Check your account's permissions."))
        case .lost:
            Message(
                tr("The speaker was disconnected. Reconnect it, or choose another."), .chooseOutput)
        case .unsupported:
            Message(tr("Parlando cannot use this speaker. Choose another."), .chooseOutput)
        case .failed:
            Message(tr("The speaker could not be opened."), .tryAgain)
        }
    }
}

extension PageAction {
    static var chooseOutput: Self { Self(tr("Choose a Speaker"), .chooseOutput) }
    static var calibrateLatency: Self { Self(tr("Calibrate Latency"), .calibrateLatency) }
    static var calibrateAgain: Self { Self(tr("Try Again"), .calibrateNow) }
    static var playTestSound: Self { Self(tr("Play Test Sound"), .calibrateNow) }
    static var learnInstrument: Self { Self(tr("Learn Instrument"), .learnInstrument) }
    static var correctBias: Self { Self(tr("Compensate"), .correctBias) }
}
