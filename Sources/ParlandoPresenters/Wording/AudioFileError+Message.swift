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
            Message(truncated)
        case .tooLong:
            Message(tr("The recording is too long to fit in memory. Split it into parts of up to two hours."))
        case .incomplete:
            Message(tr("A part of Parlando is missing: parlando-decoder"))
        }
    }

    /// Maximum number of places that are named one by one.
    private static var mostPlaces: Int { 8 }

    private var truncated: String {
        var sentences = lost.prefix(Self.mostPlaces).map(\.sentence)
        let others = lost.count - sentences.count
        if others > 0 {
            sentences.append(
                trn("{count} more place could not be read.", "{count} more places could not be read.", others))
        }
        if let heard {
            sentences.append(
                tr(
                    "The recording ends early, after {time}: part of the audio is missing.",
                    ["time": heard < 60 ? Quantities.seconds(heard) : Quantities.clock(heard)]))
        }
        return sentences.isEmpty
            ? tr("The file is incomplete: part of the audio is missing.") : sentences.joined(separator: " ")
    }
}

extension LostSound {
    /// Sentence that tells the user which place of a recording could not be read.
    fileprivate var sentence: String {
        let places = ["start": Quantities.clock(start.rounded()), "end": Quantities.clock(end.rounded())]
        if places["start"] == places["end"] {
            return tr("At {start} something could not be read.", places)
        }
        return isWhole
            ? tr("From {start} to {end} nothing could be read.", places)
            : tr("From {start} to {end} not everything could be read.", places)
    }
}
