public import ParlandoCore

extension ModelError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .unknownModel:
            Message(tr("There is no model of this name."), .chooseModel)
        case .notPresent:
            Message(tr("The speech model is not on this computer yet."), .download)
        case .offline:
            Message(tr("The speech model could not be downloaded: there is no connection."), .retryDownload)
        case .metered:
            Message(tr("This connection may cost money. Download the speech model anyway?"), .downloadAnyway)
        case .refused(let status):
            Message(
                tr("The server does not give the speech model out (answer {status}).", ["status": "\(status)"]),
                .retryDownload)
        case .badAnswer:
            Message(tr("The server sent something that is no speech model."), .retryDownload)
        case .wrongChecksum:
            Message(tr("The speech model arrived damaged, three times over."), .retryDownload)
        case .notThisModel:
            Message(tr("The file that was chosen is not this speech model."))
        case .diskFull:
            Message(tr("The disk is full. Make room, then try again; what has arrived is kept."), .retryDownload)
        case .notWritable:
            Message(tr("The folder of the speech models may not be written to."), .retryDownload)
        case .failed:
            Message(tr("The speech model could not be downloaded."), .retryDownload)
        }
    }
}

extension ModelFailure {
    /// Message for the user.
    public var message: Message {
        switch self {
        case .store(let error): error.message
        case .recognition(let error): error.message
        }
    }
}

extension TranscriptionViewState.Action {
    fileprivate static var retryDownload: Self { Self(tr("Try Again"), .downloadModel) }
}
