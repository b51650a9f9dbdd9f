public import ParlandoCore

extension AudioFileReport {
    /// Sentence for a recording in which nobody speaks.
    public var nothingHeard: String {
        loudest == nil
            ? tr("No speech was found: the recording is silent from beginning to end.")
            : tr("No speech was found.")
    }
}

extension AudioFileRemark {
    /// Sentence for the user.
    public var sentence: String {
        switch self {
        case .headerWrong: tr("The file states a wrong length; all of its sound was transcribed.")
        case .channelsMixed: tr("Its channels hold different speech at the same time and were mixed.")
        }
    }
}
