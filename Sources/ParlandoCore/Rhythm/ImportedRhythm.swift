/// The rhythm of a part of a score, with repeats written out.
public struct ImportedRhythm: Sendable, Equatable {
    /// Whole bars. A pickup is preceded by a rest.
    public let pattern: Pattern
    public let meter: Meter
    public let tempo: Tempo?
    /// Empty if the score has none.
    public let title: String
    public let omitted: [Omission]

    public init(
        pattern: Pattern, meter: Meter, tempo: Tempo? = nil, title: String = "", omitted: [Omission] = []
    ) {
        self.pattern = pattern
        self.meter = meter
        self.tempo = tempo
        self.title = title
        self.omitted = omitted
    }

    public var bars: Int {
        pattern.ticks / meter.ticksPerBar
    }
}

/// Something in a score that the imported rhythm does not have.
public enum Omission: Sendable, Equatable {
    case graceNotes
    /// Also those on another staff.
    case otherVoices
    case otherParts
    /// All bars have the first one, or one of as many beats.
    case timeSignatures
    case tempos
    /// Lengths that cannot be written were rounded to thirty-seconds.
    case rounded
    /// D.C., D.S., coda, fine.
    case jumps
    /// What comes after is more than an exercise can have. Written bars count from 1.
    case rest(fromBar: Int)
}

public enum ScoreError: Error, Sendable, Equatable {
    case unreadable
    case notMusicXML
    case noNotes
    case unsupportedMeter(String)
    case tooLarge
    case damaged
}

/// Port: reads scores in MusicXML, compressed or not.
public protocol ScoreReading: Sendable {
    /// Of the first part with notes.
    func rhythm(at path: String) async throws(ScoreError) -> ImportedRhythm
}
