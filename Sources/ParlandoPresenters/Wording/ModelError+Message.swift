public import ParlandoCore

extension ModelError {
    /// Message that tells the user about the problem with a speech model, with a command that may help.
    public var message: Message {
        switch kind {
        case .unknownModel:
            Message(tr("There is no model with this name."), .chooseModel)
        case .notPresent:
            Message(tr("The speech model has not been downloaded yet."), .download)
        case .offline:
            Message(tr("The speech model could not be downloaded. Check your network connection."), .retryDownload)
        case .metered:
            Message(tr("This connection may be metered. Download the speech model anyway?"), .downloadAnyway)
        case .refused(let status):
            Message(
                tr("The server refused the download (error {status}).", ["status": "\(status)"]),
                .retryDownload)
        case .badAnswer:
            Message(tr("The file from the server is not a speech model."), .retryDownload)
        case .wrongChecksum:
            Message(tr("The speech model was damaged in all three downloads."), .retryDownload)
        case .notThisModel:
            Message(tr("The selected file is not this speech model."))
        case .notReadable:
            Message(tr("The selected file cannot be read. Check its permissions."))
        case .notVoice:
            Message(tr("The selected file is not a Piper voice, or is damaged."))
        case .configurationMissing:
            Message(tr("The voice's configuration is missing: put the file that ends in .onnx.json beside it."))
        case .diskFull:
            Message(
                tr("The disk is full. Free up space, then try again; the download will continue where it stopped."),
                .retryDownload)
        case .notWritable:
            Message(tr("You do not have permission to write to the speech model folder."), .retryDownload)
        case .failed:
            Message(tr("The speech model could not be downloaded."), .retryDownload)
        }
    }
}

extension ModelError {
    /// Sentence that warns the user that a download over this connection may cost money.
    public static var meteredNotice: String {
        tr("This connection may be metered, so that the download may cost money.")
    }
}

extension ModelFailure {
    /// Message that tells the user about the problem with a speech model, with a command that may help.
    public var message: Message {
        switch self {
        case .store(let error): error.message
        case .recognition(let error): error.message
        }
    }
}

extension DictationViewState.Action {
    fileprivate static var retryDownload: Self { Self(tr("Try Again"), .downloadModel) }
}
