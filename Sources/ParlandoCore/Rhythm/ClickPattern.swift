/// The clicks of a bar: the stress of each beat, and the number of clicks in a beat.
public struct ClickPattern: Sendable, Hashable, BitwiseCopyable {
    /// Maximum number of beats in a bar.
    public static let mostBeats = 7
    /// Possible numbers of clicks in a beat. Each divides a beat into whole ticks.
    public static let subdivisions = 1...4
    /// Four beats, of which the first is accented.
    public static let usual = ClickPattern(beats: 4)

    /// Beats in a bar, 1…7.
    public let beats: Int
    /// Clicks in a beat, 1…4; all but the first are soft.
    public let clicksPerBeat: Int
    /// The stresses as two bits for each beat. An array could not be handed to the audio thread.
    private let stresses: UInt16

    /// Clamps both numbers to their ranges.
    ///
    /// - Parameter stresses: stress of each beat. Beats without one are plain, except for the first, which is accented.
    public init(beats: Int, stresses: [BeatStress] = [], clicksPerBeat: Int = 1) {
        self.beats = min(max(beats, 1), Self.mostBeats)
        self.clicksPerBeat = min(max(clicksPerBeat, Self.subdivisions.lowerBound), Self.subdivisions.upperBound)
        self.stresses = (0..<self.beats).reduce(0) { bits, beat in
            let stress = stresses.indices.contains(beat) ? stresses[beat] : beat == 0 ? .accented : .plain
            return bits | stress.bits << (2 * UInt16(beat))
        }
    }

    /// Returns the stress of a beat, counted from the start of a bar. Realtime-safe.
    public func stress(ofBeat beat: Int) -> BeatStress {
        BeatStress(bits: stresses >> (2 * UInt16(beat % beats)) & 3)
    }
}

/// Stress of a metronome beat.
public enum BeatStress: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case accented
    case plain
    case silent

    /// The next stress when the user presses the beat to change it.
    var next: BeatStress {
        switch self {
        case .accented: .plain
        case .plain: .silent
        case .silent: .accented
        }
    }

    fileprivate var bits: UInt16 {
        switch self {
        case .accented: 0
        case .plain: 1
        case .silent: 2
        }
    }

    fileprivate init(bits: UInt16) {
        self = bits == 0 ? .accented : bits == 1 ? .plain : .silent
    }
}
