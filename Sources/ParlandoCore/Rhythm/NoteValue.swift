/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Ticks in a beat (a quarter note). Divisible by 2, 3 and 4, so that every length here is a whole number of ticks.
    public static let ticksPerBeat = 12

    /// The sign itself, before dots and tuplets.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case half
        case quarter
        case eighth
        case sixteenth

        /// Length without dots or tuplets.
        public var ticks: Int {
            switch self {
            case .half: 24
            case .quarter: 12
            case .eighth: 6
            case .sixteenth: 3
            }
        }
    }

    /// The sign.
    public let base: Base
    /// One dot makes it half as long again.
    public let isDotted: Bool
    /// Three in the time of two.
    public let isTriplet: Bool

    /// Nil when the length is no whole number of ticks (a dotted sixteenth, a sixteenth triplet with a dot…).
    public init?(_ base: Base, isDotted: Bool = false, isTriplet: Bool = false) {
        let numerator = base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1)
        let denominator = (isDotted ? 2 : 1) * (isTriplet ? 3 : 1)
        guard numerator.isMultiple(of: denominator) else {
            return nil
        }
        self.base = base
        self.isDotted = isDotted
        self.isTriplet = isTriplet
    }

    /// Length in ticks.
    public var ticks: Int {
        base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1) / ((isDotted ? 2 : 1) * (isTriplet ? 3 : 1))
    }
}
