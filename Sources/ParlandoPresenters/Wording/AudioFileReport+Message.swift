public import ParlandoCore

extension AudioFileReport {
    /// Sentence that tells the user that no speech was found in the recording.
    public var nothingHeard: String {
        loudest == nil
            ? tr("No speech was found: the recording is silent from beginning to end.")
            : tr("No speech was found.")
    }
}

extension AudioFileRemark {
    /// Sentence that tells the user about a peculiarity of an audio file, such as a wrong length in its header.
    public var sentence: String {
        switch self {
        case .headerWrong: tr("The file states a wrong length; all of its sound was transcribed.")
        case .clockJumps(let time):
            tr(
                "The times in the file jump at {time}; from there on they may be wrong.",
                ["time": Quantities.clock(time)])
        case .channelsMixed: tr("Its channels hold different speech at the same time and were mixed.")
        }
    }
}
