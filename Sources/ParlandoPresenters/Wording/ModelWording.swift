import ParlandoCore
import ParlandoServices

/// Texts about speech models and their states.
enum ModelWording {
    /// Returns the progress of downloading or loading a speech model, as a page shows it; nil if neither is under way.
    static func progress(_ entry: ModelEntry) -> DictationViewState.Progress? {
        let model = ["model": entry.model.name]
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

    /// Returns a status line about downloading or loading the chosen model, or nil if neither is under way. The status
    /// line contains no figures, because a screen reader would announce each change.
    static func status(_ entry: ModelEntry) -> String? {
        switch entry.state {
        case .downloading, .verifying: tr("You can start while the speech model downloads")
        case .preparing: tr("You can start while the speech model loads")
        case .absent, .present, .ready, .failed: nil
        }
    }

    /// Returns the status line that is shown while the microphone is open.
    ///
    /// - Parameter entry: the model that recognises the speech, or nil if a server does.
    static func listening(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .downloading, .verifying: tr("Listening while the speech model downloads")
        case .preparing, .present: tr("Listening while the speech model loads")
        case .absent, .failed: tr("Listening. The text will follow when there is a speech model.")
        case .ready, nil: tr("Listening")
        }
    }

    /// Returns the sentence below the title "Listening…", which is true before, while and after the user speaks.
    ///
    /// - Parameter entry: the model that recognises the speech, or nil if a server does.
    static func promise(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .downloading, .verifying: tr("Your words will appear here once the model is downloaded.")
        case .preparing, .present: tr("Your words will appear here once the model has loaded.")
        case .absent, .failed: tr("Your words will appear here once there is a speech model.")
        case .ready, nil: tr("Your words will appear here.")
        }
    }

    /// Returns the status line that is shown while the last words are recognised after the microphone was closed.
    ///
    /// - Parameter entry: the model that recognises the speech, or nil if a server does.
    static func finishing(_ entry: ModelEntry?) -> String {
        switch entry?.state {
        case .ready, .preparing, .present, nil: tr("Transcribing the last words")
        case .absent, .downloading, .verifying, .failed: tr("Your speech waits for the speech model")
        }
    }

    /// Message that speech is recognised only after another page, which uses a different speech model, has finished.
    static var awaited: Message {
        Message(tr("Another page is using a different speech model. Your speech is kept until that page has finished."))
    }

    /// Returns the message that a model was removed, which is shown with a button that undoes the removal.
    static func removed(_ name: String) -> String {
        tr("{model} removed", ["model": name])
    }

    /// Returns a sentence that says why a model could not be removed or restored.
    static func removalProblem(_ error: ModelError) -> String {
        switch error.kind {
        case .notWritable: error.message.text
        case .notPresent: tr("The file is not there any more.")
        default: tr("The speech model could not be removed or restored.")
        }
    }

    /// Returns the command to use a model that understands the language of the speech. Says how much has to be
    /// downloaded, unless the model is on disk.
    static func use(_ entry: ModelEntry) -> PageAction {
        let places = ["model": entry.model.name, "size": Quantities.bytes(entry.model.bytes)]
        return PageAction(
            entry.isMissing ? tr("Download {model} ({size})", places) : tr("Use {model}", places),
            .useMultilingualModel)
    }

    /// Returns the message that a model will be used in the next dictation, because another is used in this one.
    static func comesNext(_ model: SpeechModel) -> String {
        tr("The model {model} will be used for the next dictation.", ["model": model.name])
    }

    /// Returns a line with the languages, size and state of a model, for a list: `English only · 77.7 MB · in use`.
    static func subtitle(_ entry: ModelEntry) -> String {
        let languages = entry.model.isMultilingual ? tr("multilingual") : tr("English only")
        return [languages, Quantities.bytes(entry.model.bytes), stand(entry)].joined(separator: " · ")
    }

    /// Returns the message that the chosen model is missing or has failed, with a command that helps; nil if the model
    /// can be used, now or once it has been downloaded or loaded.
    static func obstacle(_ entry: ModelEntry) -> Message? {
        switch entry.state {
        case .absent:
            let places = ["model": entry.model.name, "size": Quantities.bytes(entry.model.bytes)]
            return Message(
                tr("Download the {model} speech model ({size}) once to dictate offline.", places),
                .download)
        case .failed(let failure):
            return failure.message
        case .downloading, .verifying, .present, .preparing, .ready:
            return nil
        }
    }

    /// Returns the question that asks whether a model may be downloaded so that dictation can begin.
    ///
    /// - Parameters:
    ///   - left: number of bytes that are still to be downloaded.
    ///   - isMetered: whether the connection is metered, which the question then mentions.
    static func question(_ model: SpeechModel, left: Int64, isMetered: Bool) -> PageQuestion {
        let places = ["model": model.name, "size": Quantities.bytes(left)]
        let text = tr(
            "Dictation needs the speech model {model} once, a download of {size}. You can speak meanwhile: your speech waits on this computer until the model is ready.",
            places)
        return PageQuestion(
            tr("Download a Speech Model?"), isMetered ? text + " " + ModelError.meteredNotice : text,
            goOn: tr("Download and Start"),
            isLoss: false)
    }

    /// Returns the question that asks whether a model that the user chose may be downloaded over a metered connection.
    static func meteredQuestion(_ model: SpeechModel) -> PageQuestion {
        let size = tr("The download is {size}.", ["size": Quantities.bytes(model.bytes)])
        return PageQuestion(
            tr("Use a Metered Connection?"), ModelError.meteredNotice + " " + size, goOn: tr("Download Anyway"),
            isLoss: false)
    }

    private static func stand(_ entry: ModelEntry) -> String {
        switch entry.state {
        case .absent:
            entry.diskUse > 0
                ? tr("{amount} downloaded", ["amount": Quantities.bytes(entry.diskUse)]) : tr("not downloaded")
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
