/// What captions are made from. The raw values are stored, and used on the command line.
public enum CaptionSource: String, Sendable, CaseIterable {
    case computer
    case microphone
    case both

    public var sides: [CaptionSide] {
        switch self {
        case .computer: [.computer]
        case .microphone: [.you]
        case .both: [.you, .computer]
        }
    }
}

/// Whose speech a caption is.
public enum CaptionSide: Int, Sendable, CaseIterable {
    /// What the microphone hears.
    case you
    /// What the computer plays.
    case computer
}

/// A sentence of the captions, finished or still growing.
public struct CaptionSentence: Sendable, Equatable, Identifiable {
    public enum Translation: Sendable, Equatable {
        /// None is wanted, or the sentence is not finished.
        case none
        case waiting
        case text(Private<String>)
        /// The service was too slow or failed. It is not asked again.
        case missing
    }

    /// Rises with each sentence of a session.
    public let id: Int
    public let side: CaptionSide
    /// Final words.
    public var final: Private<String>
    /// Words that may still change.
    public var interim: Private<String>
    public var translation: Translation
    /// Seconds of its side's sound.
    public var (start, end) = (0.0, 0.0)

    public init(
        id: Int, side: CaptionSide, final: String = "", interim: String = "", translation: Translation = .none
    ) {
        self.id = id
        self.side = side
        self.final = Private(final)
        self.interim = Private(interim)
        self.translation = translation
    }
}
