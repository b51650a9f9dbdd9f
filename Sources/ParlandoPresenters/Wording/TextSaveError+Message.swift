public import ParlandoCore

extension TextSaveError {
    /// Message for the user. The text is still on the page in each case.
    public var message: Message {
        switch kind {
        case .diskFull:
            Message(tr("Nothing was saved: the disk is full. The text is still here."))
        case .denied:
            Message(tr("Nothing was saved: that place may not be written to. Choose another folder."))
        case .folderMissing:
            Message(tr("Nothing was saved: that folder does not exist. Choose another one."))
        case .isFolder:
            Message(tr("Nothing was saved: there is a folder of that name. Choose another name."))
        case .failed:
            Message(tr("Nothing was saved. The text is still here."))
        }
    }
}
