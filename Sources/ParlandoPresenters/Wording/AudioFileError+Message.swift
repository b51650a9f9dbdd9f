public import ParlandoCore

extension AudioFileError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .missing:
            Message(tr("There is no such file."))
        case .denied:
            Message(tr("The file may not be read."))
        case .notAudio:
            Message(tr("The file holds no sound that Parlando can read. WAV, FLAC, MP3, M4A and Ogg are fine."))
        case .empty:
            Message(tr("The file holds no sound at all."))
        case .truncated:
            Message(Self.truncated(heard))
        case .tooLong:
            Message(tr("The recording is too long to be held in memory. Cut it into pieces of at most two hours."))
        }
    }

    private static func truncated(_ heard: Double?) -> String {
        guard let heard else {
            return tr("The file ends too early: a part of the sound is missing.")
        }
        return tr(
            "The recording breaks off after {time}: a part of the sound is missing.",
            ["time": Quantities.seconds(heard)])
    }
}
