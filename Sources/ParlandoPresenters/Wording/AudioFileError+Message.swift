public import ParlandoCore

extension AudioFileError {
    /// Message that tells the user why an audio file cannot be read, or not to its end.
    public var message: Message {
        switch kind {
        case .missing:
            Message(tr("File not found."))
        case .denied:
            Message(tr("You do not have permission to read this file."))
        case .notAudio:
            Message(tr("This file has no sound that Parlando can read."))
        case .empty:
            Message(tr("The file contains no audio."))
        case .truncated:
            Message(Self.truncated(heard))
        case .tooLong:
            Message(tr("The recording is too long to fit in memory. Split it into parts of up to two hours."))
        }
    }

    private static func truncated(_ heard: Double?) -> String {
        guard let heard else {
            return tr("The file is incomplete: part of the audio is missing.")
        }
        return tr(
            "The recording ends early, after {time}: part of the audio is missing.",
            ["time": heard < 60 ? Quantities.seconds(heard) : Quantities.clock(heard)])
    }
}
