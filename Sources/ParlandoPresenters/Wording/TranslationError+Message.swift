public import ParlandoCore

extension TranslationError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .keyMissing, .keyRefused, .forbidden, .regionRefused: keyMessage
        case .keyRestricted(let restriction): restriction.message
        case .keyring(let kind): kind.message(otherwise: .chooseService)
        case .authorities(let fault): fault.message
        case .modelGone, .rateLimited, .textLimited, .quotaExhausted, .serverFailed, .queueFull: serviceMessage
        case .blocked(let block): block.message
        case .requestRefused, .pairRefused, .empty, .cut, .badAnswer, .tooLong, .nothingToTranslate: textMessage
        case .offline, .interrupted, .timedOut, .untrusted, .addressRefused, .notAService: networkMessage
        case .failed: Message(tr("The translation failed."), .tryAgain)
        }
    }

    private var keyMessage: Message {
        switch kind {
        case .keyMissing:
            Message(tr("The translation service needs a key. Enter yours."), .enterKey)
        case .keyRefused:
            Message(tr("The translation service does not accept this key. Enter it again."), .enterKey)
        case .regionRefused:
            Message(tr("Where you are, the service is only for paying customers. Enter the key of one."), .enterKey)
        default:
            Message(tr("The key is not allowed to translate. Allow it where you got it, or enter another."), .enterKey)
        }
    }

    private var serviceMessage: Message {
        switch kind {
        case .modelGone:
            Message(tr("The service does not offer this language model any more. Choose another."), .chooseModel)
        case .rateLimited, .textLimited:
            limitMessage
        case .quotaExhausted:
            Message(
                tr("The service answers no more with this key today. Go on tomorrow, or choose another service."),
                .chooseService)
        case .queueFull:
            Message(tr("Too many texts are waiting to be translated. Try again when some are done."), .tryAgain)
        default:
            Message(tr("The translation service is in trouble itself. Try again a little later."), .tryAgain)
        }
    }

    private var limitMessage: Message {
        if let retryAfter, retryAfter > RateLimit.period {
            return Message(
                tr(
                    "The service accepts no more requests for {time}. Try again then, or choose another service.",
                    ["time": Quantities.duration(retryAfter)]), .chooseService)
        }
        return kind == .textLimited
            ? Message(tr("The service accepts only so much text in a minute. Try again a little later."), .tryAgain)
            : Message(tr("The service wants fewer requests in a minute. Try again a little later."), .tryAgain)
    }

    private var textMessage: Message {
        switch kind {
        case .requestRefused:
            Message(tr("The translation service refused this text. Try another one."))
        case .pairRefused:
            Message(tr("The service does not translate between these languages. Choose others."))
        case .empty:
            Message(tr("The service answered nothing. Try again, or put it in other words."), .tryAgain)
        case .cut:
            Message(tr("The translation broke off before its end. Translate the text in parts."))
        case .tooLong:
            Message(
                trn(
                    "The text is longer than {count} character. Translate it in parts.",
                    "The text is longer than {count} characters. Translate it in parts.", Phrase.mostCharacters))
        case .nothingToTranslate:
            Message(tr("There is nothing to translate: say or type something."))
        default:
            Message(tr("The service answered something that cannot be understood."), .tryAgain)
        }
    }

    private var networkMessage: Message {
        switch kind {
        case .offline:
            Message(tr("The translation service cannot be reached. Check the connection to the network."), .tryAgain)
        case .interrupted:
            Message(tr("The connection broke in the middle of the translation."), .tryAgain)
        case .timedOut:
            Message(tr("The translation service takes too long to answer."), .tryAgain)
        case .untrusted:
            Message(
                tr("The service could not prove who it is, so nothing was sent. A company's proxy may be the reason."),
                .openTranslation)
        case .addressRefused:
            Message(
                tr("This address cannot be used: it has to begin with https://, or be on this computer."),
                .openTranslation)
        default:
            Message(tr("This is no LibreTranslate server. Check the address."), .openTranslation)
        }
    }
}

extension TranslationBlock {
    fileprivate var message: Message {
        switch self {
        case .safety: Message(tr("The service's filters hold this text to be harmful. Put it in other words."))
        case .forbiddenContent: Message(tr("The text holds something that the service never speaks about."))
        case .personalData: Message(tr("The text seems to hold personal data, which the service does not repeat."))
        case .recitation: Message(tr("The translation would repeat a published work. Translate a smaller part of it."))
        case .language: Message(tr("The service does not know this language. Choose others."))
        case .unknown: Message(tr("The service keeps its answer to this text back, and does not say why."))
        }
    }
}

extension PageAction {
    static var chooseService: Self { Self(tr("Choose a Service"), .openPreferences) }
}
