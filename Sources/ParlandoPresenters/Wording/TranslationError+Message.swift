public import ParlandoCore

extension TranslationError {
    /// Message that tells the user why a text could not be translated, with a command that may help.
    public var message: Message {
        switch kind {
        case .keyMissing, .keyRefused, .forbidden, .regionRefused: keyMessage
        case .keyRestricted(let restriction): restriction.message
        case .keyring(let kind): kind.message(otherwise: .chooseService)
        case .authorities(let fault): fault.message
        case .modelGone, .rateLimited, .textLimited, .quotaExhausted, .serverFailed, .queueFull: serviceMessage
        case .blocked(let block): block.message
        case .requestRefused, .empty, .cut, .badAnswer, .tooLong, .nothingToTranslate: textMessage
        case .pairRefused, .sourceUnknown, .notInstalled: pairMessage
        case .offline, .interrupted, .timedOut, .untrusted, .addressRefused, .notAService: networkMessage
        case .failed: Message(tr("The translation failed."), .tryAgain)
        }
    }

    private var keyMessage: Message {
        switch kind {
        case .keyMissing:
            Message(tr("The translation service needs a key. Enter one."), .enterKey)
        case .keyRefused:
            Message(tr("The translation service rejected this key. Enter it again."), .enterKey)
        case .regionRefused:
            Message(tr("In your region this service needs a paid key. Enter one."), .enterKey)
        default:
            Message(
                tr("This key does not permit translation. Change that where you got the key, or enter another."),
                .enterKey)
        }
    }

    private var serviceMessage: Message {
        switch kind {
        case .modelGone:
            Message(tr("The service no longer offers this language model. Choose another."), .chooseModel)
        case .rateLimited, .textLimited:
            limitMessage
        case .quotaExhausted:
            Message(
                tr("Daily limit reached for this key. Continue tomorrow, or choose another service."),
                .chooseService)
        case .queueFull:
            Message(tr("Too many texts are waiting to be translated. Try again when some are finished."), .tryAgain)
        default:
            Message(tr("The translation service has a problem. Try again later."), .tryAgain)
        }
    }

    private var limitMessage: Message {
        if let retryAfter, retryAfter > RateLimit.period {
            return Message(
                tr(
                    "The service will not accept requests for {time}. Try again then, or choose another service.",
                    ["time": Quantities.duration(retryAfter)]), .chooseService)
        }
        return kind == .textLimited
            ? Message(tr("Too much text was sent in a minute. Try again in a minute."), .tryAgain)
            : Message(tr("Too many requests. Try again in a minute."), .tryAgain)
    }

    private var textMessage: Message {
        switch kind {
        case .requestRefused:
            Message(tr("The translation service refused this text. Try rewording it."))
        case .empty:
            Message(tr("The service returned an empty response. Try again, or reword the text."), .tryAgain)
        case .cut:
            Message(tr("The translation was cut short. Translate the text in parts."))
        case .tooLong:
            Message(
                trn(
                    "The text is longer than {count} character. Translate it in parts.",
                    "The text is longer than {count} characters. Translate it in parts.", Phrase.mostCharacters))
        case .nothingToTranslate:
            Message(tr("There is nothing to translate. Say or type something."))
        default:
            Message(tr("The service sent an unexpected response."), .tryAgain)
        }
    }

    private var pairMessage: Message {
        switch kind {
        case .sourceUnknown:
            Message(tr("This computer cannot detect the language of a text. Choose it above the text."))
        case .notInstalled(.packages(let packages)):
            Message(
                tr(
                    "To translate between these languages on this computer, install {packages}.",
                    ["packages": packages.joined(separator: ", ")]), .copyCommand)
        case .notInstalled(.models(let models)):
            Message(
                tr(
                    "To translate between these languages on this computer, download {models}.",
                    ["models": models.joined(separator: ", ")]),
                PageAction(tr("Choose a Model"), .chooseSpeechModel))
        default:
            Message(tr("The service does not translate between these languages. Choose others."))
        }
    }

    private var networkMessage: Message {
        switch kind {
        case .offline:
            Message(tr("The translation service cannot be reached. Check your network connection."), .tryAgain)
        case .interrupted:
            Message(tr("The connection was lost during translation. Try again."), .tryAgain)
        case .timedOut:
            Message(tr("The translation service is taking too long to respond."), .tryAgain)
        case .untrusted:
            Message(
                tr(
                    "The service's identity could not be verified, so nothing was sent. A company proxy may be the cause."
                ),
                .openTranslation)
        case .addressRefused:
            Message(
                tr("The address must start with https://, unless the server is this computer."),
                .openTranslation)
        default:
            Message(tr("This is not a LibreTranslate server. Check the address."), .openTranslation)
        }
    }
}

extension TranslationBlock {
    fileprivate var message: Message {
        switch self {
        case .safety: Message(tr("The service blocked this text as harmful. Try rewording it."))
        case .forbiddenContent: Message(tr("The text contains something the service does not discuss."))
        case .personalData: Message(tr("The text seems to contain personal data, which the service does not repeat."))
        case .recitation: Message(tr("The translation would repeat a published work. Translate a smaller part."))
        case .language: Message(tr("The service does not support this language. Choose another."))
        case .unknown: Message(tr("The service withheld its answer without giving a reason."))
        }
    }
}

extension PageAction {
    static var copyCommand: Self { Self(tr("Copy Command"), .copyCommand) }
    static var chooseService: Self { Self(tr("Choose a Service"), .openPreferences) }
}
