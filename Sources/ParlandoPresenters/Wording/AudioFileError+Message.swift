public import ParlandoCore

extension AudioFileError {
    /// What to tell the user.
    public var message: Message {
        switch kind {
        case .missing:
            Message(tr("There is no such file."))
        case .denied:
            Message(tr("The file may not be read."))
        case .notAudio:
            Message(tr("The file holds no sound that Parlando can read. WAV, FLAC, Ogg and MP3 are fine."))
        case .empty:
            Message(tr("The file holds no sound at all."))
        case .truncated:
            Message(tr("The file ends too early: a part of the sound is missing."))
        }
    }
}
