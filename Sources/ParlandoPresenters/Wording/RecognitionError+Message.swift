public import ParlandoCore

extension RecognitionError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .modelMissing:
            Message(tr("The speech model is not on this computer yet."), .download)
        case .modelCorrupt:
            Message(
                model.map {
                    tr("The model {name} is damaged and was put aside. It has to be downloaded again.", ["name": $0])
                } ?? tr("The speech model is damaged and was put aside. It has to be downloaded again."),
                .downloadAgain)
        case .outOfMemory:
            Message(
                tr("There is too little free memory for this speech model. Close programs, or choose a smaller model."),
                .chooseModel)
        case .engineFailed:
            Message(tr("Speech recognition failed. What was written so far is kept."), .tryAgain)
        case .server(let kind):
            kind.message
        }
    }
}

extension RecognitionWarning {
    /// Message for the user, or nil if the reason for the warning is over.
    public var message: Message? {
        switch self {
        case .notEnglish:
            Message(tr("Please speak English: this model knows no other language."), .chooseModel)
        case .english:
            nil
        case .fallingBehind:
            Message(tr("This computer needs a little longer than you speak. Nothing is lost: the text follows."))
        }
    }
}
