public import ParlandoCore

extension SynthesisError {
    /// Message for the user. The translation can still be read in each case.
    public var message: Message {
        switch kind {
        case .keyMissing, .keyRefused, .forbidden: keyMessage
        case .keyRestricted(let restriction): restriction.message
        case .authorities(let fault): fault.message
        case .notAgreed:
            Message(tr("You have not agreed that text goes to the voice service, so it got nothing."), .chooseVoice)
        case .keyring(let kind): kind.message(otherwise: .chooseVoice)
        case .modelGone, .voiceGone, .languageRefused, .scriptRefused, .notInstalled: voiceMessage
        case .rateLimited, .quotaExhausted, .serverFailed, .badSound, .badAnswer: serviceMessage
        case .offline, .interrupted, .timedOut, .untrusted: networkMessage
        case .blocked:
            Message(tr("The voice service does not want to speak this text."), .chooseVoice)
        case .tooLong:
            Message(tr("The text is too long to be spoken in one go. Translate it in parts."))
        case .nothingToSay:
            Message(tr("There is nothing to say aloud."))
        case .failed:
            Message(tr("The translation could not be spoken."), .tryAgain)
        }
    }

    private var keyMessage: Message {
        switch kind {
        case .keyMissing:
            Message(tr("The voice service needs a key. Enter yours, or choose the voice of this computer."), .enterKey)
        case .keyRefused:
            Message(tr("The voice service does not accept this key. Enter it again."), .enterKey)
        default:
            Message(
                tr("The key is not allowed to make speech. Allow it where you got it, or enter another."), .enterKey)
        }
    }

    private var voiceMessage: Message {
        switch kind {
        case .modelGone:
            Message(tr("The voice service does not offer this voice model any more. Choose another."), .chooseVoice)
        case .voiceGone:
            Message(tr("The chosen voice does not exist any more. Choose another."), .chooseVoice)
        case .languageRefused:
            Message(tr("No voice of this service speaks the language. It can only be read."), .chooseVoice)
        case .scriptRefused:
            Message(tr("The voice cannot read the signs that this text is written in. Choose another."), .chooseVoice)
        default:
            Message(tr("The voice of this computer, espeak-ng, is not installed. Install it, or choose another voice."))
        }
    }

    private var serviceMessage: Message {
        switch kind {
        case .rateLimited where (retryAfter ?? .zero) > RateLimit.period:
            Message(
                tr(
                    "The voice service accepts no more requests for {time}. Choose another voice until then.",
                    ["time": Quantities.duration(retryAfter ?? .zero)]), .chooseVoice)
        case .rateLimited:
            Message(tr("The voice service wants fewer requests in a minute. Try again a little later."), .tryAgain)
        case .quotaExhausted:
            Message(tr("The voice service speaks no more with this key today. Choose another voice."), .chooseVoice)
        case .serverFailed:
            Message(tr("The voice service is in trouble itself. Try again a little later."), .tryAgain)
        case .badSound:
            Message(tr("The voice service sent sound that cannot be read."), .tryAgain)
        default:
            Message(tr("The voice service answered something that cannot be understood."), .tryAgain)
        }
    }

    private var networkMessage: Message {
        switch kind {
        case .offline:
            Message(tr("The voice service cannot be reached. Check the connection to the network."), .tryAgain)
        case .interrupted:
            Message(tr("The connection broke while the speech was on its way."), .tryAgain)
        case .timedOut:
            Message(tr("The voice service takes too long to answer."), .tryAgain)
        default:
            Message(
                tr("The voice service could not prove who it is, so nothing was sent. A proxy may be the reason."),
                .openTranslation)
        }
    }
}

extension PageAction {
    static var chooseVoice: Self { Self(tr("Choose a Voice"), .openPreferences) }
    static var enterKey: Self { Self(tr("Enter a Key"), .openPreferences) }
    static var openTranslation: Self { Self(tr("Open Preferences"), .openPreferences) }
}
