public import ParlandoCore

extension ArchiveError {
    /// Message that tells the user about the error in storing or reading translations. The text on the page is not
    /// affected by the error.
    public var message: Message {
        switch kind {
        case .diskFull:
            Message(
                tr("The translation could not be saved because the disk is full. It is still on this page."), .privacy)
        case .notWritable:
            Message(
                tr(
                    "The translation could not be saved: you do not have permission to write to its folder. It is still on this page."
                ))
        case .damaged:
            Message(tr("The history was damaged. It was set aside, and a new one was started."))
        case .entriesDropped:
            Message(tr("Some history entries were damaged and had to be removed."))
        case .newer:
            Message(
                tr(
                    "The history belongs to a newer version of Parlando. It can be read, but nothing is added or deleted."
                ))
        case .dateDoubtful:
            Message(
                tr(
                    "Old history entries are not deleted yet, because the date on this computer may be wrong. If it is right, they will be deleted the next time you start Parlando."
                ))
        case .failed:
            Message(tr("The history could not be read or saved."), .tryAgain)
        }
    }
}

extension PageAction {
    static var privacy: Self { Self(tr("Open Preferences"), .openPrivacy) }
}
