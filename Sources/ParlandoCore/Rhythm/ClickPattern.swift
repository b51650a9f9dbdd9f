/// The metronome clicks of a bar: the stress of each beat, and the number of clicks in a beat.
public struct ClickPattern: Sendable, Hashable, BitwiseCopyable {
    /// Maximum number of beats in a bar.
    public static let mostBeats = 7
    /// Permitted numbers of clicks in a beat.
    public static let subdivisions = 1...4
    /// A bar of four beats, of which only the first is accented, with one click for each beat.
    public static let usual = ClickPattern(beats: 4)

    /// Number of beats in a bar, 1…7.
    public let beats: Int
    /// Number of clicks in a beat, 1…4. All clicks after the first of a beat are soft.
    public let clicksPerBeat: Int
    /// The stress of each beat, in two bits each. An array could not be passed to the audio thread.
    private let stresses: UInt16

    /// Creates a pattern. Numbers of beats and clicks that are out of range are clamped.
    ///
    /// - Parameter stresses: stress of each beat. If there are too few, the first beat is accented and other beats are
    ///   plain.
    public init(beats: Int, stresses: [BeatStress] = [], clicksPerBeat: Int = 1) {
        self.beats = min(max(beats, 1), Self.mostBeats)
        self.clicksPerBeat = min(max(clicksPerBeat, Self.subdivisions.lowerBound), Self.subdivisions.upperBound)
        self.stresses = (0..<self.beats).reduce(0) { bits, beat in
            let stress = stresses.indices.contains(beat) ? stresses[beat] : beat == 0 ? .accented : .plain
            return bits | stress.bits << (2 * UInt16(beat))
        }
    }

    /// Returns the stress of a beat. Realtime-safe.
    ///
    /// - Parameter beat: number of the beat, from 0 at the start of any bar.
    public func stress(ofBeat beat: Int) -> BeatStress {
        BeatStress(bits: stresses >> (2 * UInt16(beat % beats)) & 3)
    }
}

/// Stress of a metronome beat.
public enum BeatStress: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case accented
    case plain
    case silent

    /// The stress that follows when the user clicks on a beat to change its stress.
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
