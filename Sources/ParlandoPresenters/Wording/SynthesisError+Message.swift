public import ParlandoCore

extension SynthesisError {
    /// Message that tells the user why a text could not be spoken, with a command that may help. The translation can
    /// still be read in each case.
    public var message: Message {
        switch kind {
        case .keyMissing, .keyRefused, .forbidden: keyMessage
        case .keyRestricted(let restriction): restriction.message
        case .authorities(let fault): fault.message
        case .notAgreed:
            Message(tr("Nothing was sent to the voice service. Allow sending text to it first."), .chooseVoice)
        case .keyring(let kind): kind.message(otherwise: .chooseVoice)
        case .modelGone, .voiceGone, .languageRefused, .scriptRefused, .notInstalled: voiceMessage
        case .naturalVoicesMissing, .voiceDamaged, .ownVoiceDamaged, .voiceUnloadable,
            .voiceBroken:
            naturalMessage
        case .rateLimited, .quotaExhausted, .serverFailed, .badSound, .badAnswer: serviceMessage
        case .offline, .interrupted, .timedOut, .untrusted: networkMessage
        case .blocked:
            Message(tr("The voice service refused to read this text."), .chooseVoice)
        case .tooLong:
            Message(tr("The text is too long to read aloud at once. Translate it in parts."))
        case .nothingToSay:
            Message(tr("There is nothing to read aloud."))
        case .failed:
            Message(tr("The translation could not be read aloud."), .tryAgain)
        }
    }

    private var keyMessage: Message {
        switch kind {
        case .keyMissing:
            Message(tr("The voice service needs a key. Enter one, or use this computer's voice."), .enterKey)
        case .keyRefused:
            Message(tr("The voice service rejected this key. Enter it again."), .enterKey)
        default:
            Message(
                tr("This key does not permit speech. Change that where you got the key, or enter another."), .enterKey)
        }
    }

    private var voiceMessage: Message {
        switch kind {
        case .modelGone:
            Message(tr("The voice service no longer offers this voice model. Choose another."), .chooseVoice)
        case .voiceGone:
            Message(tr("The selected voice is no longer available. Choose another."), .chooseVoice)
        case .languageRefused:
            Message(tr("This service has no voice for this language. Choose another voice service."), .chooseVoice)
        case .scriptRefused:
            Message(tr("This voice cannot read this script. Choose another."), .chooseVoice)
        default:
            Message(
                tr("This computer's voice, espeak-ng, is not installed. Install it, or choose another voice."),
                .chooseVoice)
        }
    }

    private var naturalMessage: Message {
        switch kind {
        case .naturalVoicesMissing:
            Message(
                tr("Natural voices cannot be used: the library sherpa-onnx is not installed with Parlando."),
                .chooseVoice)
        case .voiceDamaged:
            Message(tr("The natural voice is damaged. Download it again, or choose another."), .chooseVoice)
        case .ownVoiceDamaged:
            Message(tr("Your own natural voice is damaged. Import it again, or choose another."), .chooseVoice)
        case .voiceBroken:
            Message(tr("The natural voice cannot read this aloud. Choose another."), .chooseVoice)
        default:
            Message(
                tr("The natural voice could not be loaded. Close other programs to free memory, or choose another."),
                .chooseVoice)
        }
    }

    private var serviceMessage: Message {
        switch kind {
        case .rateLimited where (retryAfter ?? .zero) > RateLimit.period:
            Message(
                tr(
                    "The voice service will not accept requests for {time}. Choose another voice until then.",
                    ["time": Quantities.duration(retryAfter ?? .zero)]), .chooseVoice)
        case .rateLimited:
            Message(tr("Too many requests to the voice service. Try again in a minute."), .tryAgain)
        case .quotaExhausted:
            Message(tr("Daily voice limit reached for this key. Choose another voice."), .chooseVoice)
        case .serverFailed:
            Message(tr("The voice service has a problem. Try again later."), .tryAgain)
        case .badSound:
            Message(tr("The voice service sent audio that cannot be read."), .tryAgain)
        default:
            Message(tr("The voice service sent an unexpected response."), .tryAgain)
        }
    }

    private var networkMessage: Message {
        switch kind {
        case .offline:
            Message(tr("The voice service cannot be reached. Check your network connection."), .tryAgain)
        case .interrupted:
            Message(tr("The connection was lost while receiving speech. Try again."), .tryAgain)
        case .timedOut:
            Message(tr("The voice service is taking too long to respond."), .tryAgain)
        default:
            Message(
                tr(
                    "The voice service's identity could not be verified, so nothing was sent. A proxy may be the cause."
                ),
                .openTranslation)
        }
    }
}

extension PageAction {
    static var chooseVoice: Self { Self(tr("Choose a Voice"), .openPreferences) }
    static var enterKey: Self { Self(tr("Enter API Key"), .openPreferences) }
    static var openTranslation: Self { Self(tr("Open Preferences"), .openPreferences) }
}
