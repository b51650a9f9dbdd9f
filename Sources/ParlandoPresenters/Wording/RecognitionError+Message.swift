public import ParlandoCore

extension RecognitionError {
    /// Message that tells the user why speech could not be recognised, with a command that may help.
    public var message: Message {
        switch kind {
        case .modelMissing:
            Message(tr("The speech model has not been downloaded yet."), .download)
        case .modelCorrupt:
            Message(
                model.map {
                    tr("Speech model {name} is damaged and was set aside. Download it again.", ["name": $0])
                } ?? tr("The speech model is damaged and was set aside. Download it again."),
                .downloadAgain)
        case .outOfMemory:
            Message(
                tr(
                    "There is not enough memory for this speech model. Close other applications, or choose a smaller model."
                ),
                .chooseModel)
        case .engineFailed:
            Message(tr("Speech recognition failed. The text so far is not lost."), .tryAgain)
        case .server(let kind):
            kind.message
        }
    }
}

extension RecognitionWarning {
    /// Message that tells the user about the warning; nil if the warning says that an earlier problem no longer exists.
    public var message: Message? {
        switch self {
        case .notEnglish:
            Message(tr("This model understands only English."), .chooseModel)
        case .english:
            nil
        case .fallingBehind:
            Message(tr("This computer is falling behind. Nothing is lost; the text will catch up."))
        case .queueFull:
            Message(
                tr(
                    "The microphone is off, because an hour of speech waits for the speech model, or the disk is full. Its text will follow."
                ))
        }
    }
}
