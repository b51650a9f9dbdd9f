public import ParlandoCore

extension TextSaveError {
    /// Message that tells the user why a text could not be saved to a file. The text is still on the page in each case.
    public var message: Message {
        switch kind {
        case .diskFull:
            Message(tr("The text was not saved because the disk is full. It is still on this page."))
        case .denied:
            Message(tr("The text was not saved: you do not have permission to write to this folder. Choose another."))
        case .folderMissing:
            Message(tr("The text was not saved: the folder does not exist. Choose another."))
        case .isFolder:
            Message(tr("The text was not saved: a folder with this name already exists. Choose another name."))
        case .failed:
            Message(tr("The text was not saved. It is still on this page."))
        }
    }
}
