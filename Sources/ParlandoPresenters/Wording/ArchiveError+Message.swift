public import ParlandoCore

extension ArchiveError {
    /// Message for the user. The text on the page is not affected by the error.
    public var message: Message {
        switch kind {
        case .diskFull:
            Message(tr("The translation could not be kept: the disk is full. It is still here."), .privacy)
        case .notWritable:
            Message(tr("The translation could not be kept: the folder may not be written to. It is still here."))
        case .damaged:
            Message(tr("The history was damaged. It was put aside, and a new one was begun."))
        case .entriesDropped:
            Message(tr("Some entries of the history were damaged and had to be removed."))
        case .failed:
            Message(tr("The history did not answer as expected."), .tryAgain)
        }
    }
}

extension PageAction {
    static var privacy: Self { Self(tr("Open Preferences"), .openPrivacy) }
}
