public import ParlandoCore
import ParlandoServices

enum ModelWording {
    /// The name that people read. The technical one is only in tooltips and on the command line.
    static func name(of model: SpeechModel) -> String {
        name(ofTechnical: model.name)
    }

    /// Returns the technical name itself if it is not that of a model in the catalogue.
    static func name(ofTechnical name: String) -> String {
        switch name {
        case "tiny", "tiny.en": tr("Fast")
        case "base", "base.en": tr("Balanced")
        case "small", "small.en": tr("Accurate")
        case "large-v3-turbo": tr("Most Accurate")
        case "large-v3-turbo-q5_0": tr("Most Accurate (Compact)")
        default: name
        }
    }

    /// - Parameter code: ISO 639-1; itself if it is not known.
    static func language(_ code: String) -> String {
        SpeechLanguage.named(code)?.nativeName ?? code.uppercased()
    }

    static func languages(of model: SpeechModel) -> String {
        model.isMultilingual ? tr("99 languages") : trc("languages of a model", "English")
    }

    /// Such as `Balanced · English`; unique to the model.
    static func title(of model: SpeechModel) -> String {
        name(of: model) + " · " + languages(of: model)
    }

    /// `Recommended`, `148 MB`, `237 MB of memory`, `about 8× as fast as speech`
    static func facts(of model: SpeechModel, in offers: ModelOffers) -> [String] {
        let offer = offers.all.first { $0.model == model }
        let memory = tr("{size} of memory", ["size": Quantities.bytes(model.memory)])
        return (offer?.isRecommended == true ? [tr("Recommended")] : [])
            + [Quantities.bytes(model.bytes), memory] + (offer.flatMap(speed).map { [$0] } ?? [])
    }

    private static func speed(_ offer: ModelOffers.Offer) -> String? {
        guard let speed = offer.speed, speed >= 1 else {
            return offer.speed.map { _ in tr("slower than speech") }
        }
        let places = ["factor": "\(Int(speed.rounded(), within: 1...100_000))"]
        return offer.isMeasured
            ? tr("{factor}× as fast as speech", places) : tr("about {factor}× as fast as speech", places)
    }

    /// Returns nil if the model is neither downloaded nor loaded at the moment.
    static func progress(_ entry: ModelEntry) -> PageProgress? {
        let model = ["model": name(of: entry.model)]
        switch entry.state {
        case .downloading(let transfer):
            let text = tr("Downloading speech model {model}", model) + " · " + Quantities.progress(transfer)
            return .init(text, fraction: transfer.total > 0 ? transfer.fraction : nil, canCancel: true)
        case .verifying(let fraction):
            return .init(tr("Verifying speech model {model}", model), fraction: fraction)
        case .preparing(.loading, let fraction):
            return .init(tr("Loading speech model {model}", model), fraction: fraction)
        case .preparing(.warming, let fraction):
            return .init(tr("Preparing speech model {model}", model), fraction: fraction)
        case .absent, .present, .ready, .failed:
            return nil
        }
    }

    /// Returns nil if the model is neither downloaded nor loaded at the moment. The line has no figures, because a
    /// screen reader would announce each change.
    static func status(_ entry: ModelEntry) -> String? {
        switch entry.state {
        case .downloading, .verifying: tr("You can start while the speech model downloads")
        case .preparing: tr("You can start while the speech model loads")
        case .absent, .present, .ready, .failed: nil
        }
    }

    /// - Parameter entry: nil if a server recognizes.
    static func listening(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .downloading, .verifying: tr("Listening while the speech model downloads")
        case .preparing, .present: tr("Listening while the speech model loads")
        case .absent, .failed: tr("Listening. The text will follow when there is a speech model.")
        case .ready, nil: tr("Listening")
        }
    }

    /// Returns the sentence below "Listening…", which is true before, while and after the user speaks.
    ///
    /// - Parameter entry: nil if a server recognizes.
    static func promise(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .downloading, .verifying: tr("Your words will appear here once the model is downloaded.")
        case .preparing, .present: tr("Your words will appear here once the model has loaded.")
        case .absent, .failed: tr("Your words will appear here once there is a speech model.")
        case .ready, nil: tr("Your words will appear here.")
        }
    }

    /// - Parameter entry: nil if a server recognizes.
    static func finishing(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .ready, .preparing, .present, nil: tr("Transcribing the last words")
        case .absent, .downloading, .verifying, .failed: tr("Your speech waits for the speech model")
        }
    }

    /// What the user is told while another page uses a different speech model.
    static var awaited: Message {
        Message(tr("Another page is using a different speech model. Your speech is kept until that page has finished."))
    }

    static func removed(_ model: SpeechModel) -> String {
        tr("{model} removed", ["model": title(of: model)])
    }

    static func removalProblem(_ error: ModelError) -> String {
        switch error.kind {
        case .notWritable: error.message.text
        case .notPresent: tr("The file is not there any more.")
        default: tr("The speech model could not be removed or restored.")
        }
    }

    static func use(_ entry: ModelEntry) -> PageAction {
        let places = ["model": title(of: entry.model), "size": Quantities.bytes(entry.model.bytes)]
        return PageAction(
            entry.isMissing ? tr("Download {model} ({size})", places) : tr("Use {model}", places),
            .useMultilingualModel)
    }

    static func kept(_ model: SpeechModel, not chosen: SpeechModel) -> String {
        tr(
            "{chosen} knows only English. This dictation waits for {model}.",
            ["chosen": name(of: chosen), "model": name(of: model)])
    }

    static func comesNext(_ model: SpeechModel) -> String {
        tr("The model {model} will be used for the next dictation.", ["model": title(of: model)])
    }

    /// The facts, and how the model stands.
    static func subtitle(_ entry: ModelEntry, in offers: ModelOffers) -> String {
        (facts(of: entry.model, in: offers) + [stand(entry)].compactMap { $0 }).joined(separator: " · ")
    }

    /// Returns nil if the model can be used, now or once it has been downloaded or loaded.
    static func obstacle(_ entry: ModelEntry) -> Message? {
        switch entry.state {
        case .absent:
            let places = ["model": name(of: entry.model), "size": Quantities.bytes(entry.model.bytes)]
            return Message(
                tr("Download the {model} speech model ({size}) once to dictate offline.", places),
                .download)
        case .failed(let failure):
            return failure.message
        case .downloading, .verifying, .present, .preparing, .ready:
            return nil
        }
    }

    /// - Parameter left: bytes that are still to be downloaded.
    static func question(_ model: SpeechModel, left: Int64, isMetered: Bool) -> PageQuestion {
        let places = ["model": name(of: model), "size": Quantities.bytes(left)]
        let text = tr(
            "Dictation needs the speech model {model} once, a download of {size}. You can speak meanwhile: your speech waits on this computer until the model is ready.",
            places)
        return PageQuestion(
            tr("Download a Speech Model?"), isMetered ? text + " " + ModelError.meteredNotice : text,
            goOn: tr("Download and Start"),
            isLoss: false)
    }

    /// Asked when the user chooses a model that is missing.
    ///
    /// - Parameters:
    ///   - left: bytes that are still to be downloaded.
    ///   - isLocal: whether speech is recognized on this computer.
    ///   - isBusy: whether it is now, by another model.
    static func offer(_ model: SpeechModel, left: Int64, isMetered: Bool, isLocal: Bool, isBusy: Bool) -> PageQuestion {
        let wait =
            isBusy
            ? comesNext(model)
            : tr("You can speak meanwhile: your speech waits on this computer until the model is ready.")
        return PageQuestion(
            tr("Download {model}?", ["model": title(of: model)]),
            ((isLocal ? [wait] : []) + (isMetered ? [ModelError.meteredNotice] : [])).joined(separator: " "),
            goOn: tr("Download ({size})", ["size": Quantities.bytes(left)]), isLoss: false)
    }

    static func meteredQuestion(_ model: SpeechModel) -> PageQuestion {
        let size = tr("The download is {size}.", ["size": Quantities.bytes(model.bytes)])
        return PageQuestion(
            tr("Use a Metered Connection?"), ModelError.meteredNotice + " " + size, goOn: tr("Download Anyway"),
            isLoss: false)
    }

    /// Nil if the button to download says it.
    private static func stand(_ entry: ModelEntry) -> String? {
        switch entry.state {
        case .absent:
            entry.diskUse > 0 ? tr("{amount} downloaded", ["amount": Quantities.bytes(entry.diskUse)]) : nil
        case .downloading(let transfer): Quantities.progress(transfer)
        case .verifying: tr("verifying")
        case .present: tr("downloaded")
        case .preparing(.loading, _): tr("loading")
        case .preparing(.warming, _): tr("preparing")
        case .ready: tr("ready")
        case .failed(let failure): failure.message.text
        }
    }
}

extension ModelError {
    public var message: Message {
        switch kind {
        case .unknownModel: Message(tr("There is no model with this name."), .chooseModel)
        case .notPresent: Message(tr("The speech model has not been downloaded yet."), .download)
        case .offline:
            Message(tr("The speech model could not be downloaded. Check your network connection."), .retryDownload)
        case .metered: Message(tr("This connection may be metered. Download the speech model anyway?"), .downloadAnyway)
        case .refused(let status):
            Message(
                tr("The server refused the download (error {status}).", ["status": "\(status)"]),
                .retryDownload)
        case .badAnswer: Message(tr("The file from the server is not a speech model."), .retryDownload)
        case .signIn:
            Message(
                tr(
                    "The server could not be verified. If this network wants you to sign in, do so in a web browser, then try again."
                ), .retryDownload)
        case .wrongChecksum: Message(tr("The speech model was damaged in all three downloads."), .retryDownload)
        case .notThisModel: Message(tr("The selected file is not this speech model."))
        case .notReadable: Message(tr("The selected file cannot be read. Check its permissions."))
        case .notVoice: Message(tr("The selected file is not a Piper voice, or is damaged."))
        case .configurationMissing:
            Message(tr("The voice's configuration is missing: put the file that ends in .onnx.json beside it."))
        case .diskFull:
            Message(
                tr("The disk is full. Free up space, then try again; the download will continue where it stopped."),
                .retryDownload)
        case .notWritable:
            Message(tr("You do not have permission to write to the speech model folder."), .retryDownload)
        case .failed: Message(tr("The speech model could not be downloaded."), .retryDownload)
        }
    }
}

extension ModelError {
    /// Warns that a download may cost money.
    public static var meteredNotice: String {
        tr("This connection may be metered, so that the download may cost money.")
    }
}

extension ModelFailure {
    public var message: Message {
        switch self {
        case .store(let error): error.message
        case .recognition(let error): error.message
        }
    }
}

extension PageAction {
    fileprivate static var retryDownload: Self { Self(tr("Try Again"), .downloadModel) }
}

enum FirstStartWording {
    static var privacy: String {
        [
            tr("Speech becomes text on this computer and is sent nowhere."),
            tr("The text stays here, in a history that you can turn off."),
            tr("The network is used for this download, later only for services that you turn on."),
        ].joined(separator: " ")
    }

    static func level(_ hearing: FirstStartScreen.Hearing) -> String {
        switch hearing {
        case .nothingYet: tr("Say something")
        case .voice: tr("Parlando hears you")
        case .failure(let error): error.message.text
        }
    }

    static func button(_ model: SpeechModel?, isBusy: Bool) -> String {
        guard let model, !isBusy else {
            return tr("Downloading…")
        }
        return tr("Download and Start · {size}", ["size": Quantities.bytes(model.bytes)])
    }
}
