/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Ticks in a beat (a quarter note). The number is divisible by 2, 3 and 4, so that every length used here is a
    /// whole number of ticks.
    public static let ticksPerBeat = 12

    /// The note value without dots and tuplets.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case half
        case quarter
        case eighth
        case sixteenth

        /// Length in ticks, without dots and tuplets.
        public var ticks: Int {
            switch self {
            case .half: 24
            case .quarter: 12
            case .eighth: 6
            case .sixteenth: 3
            }
        }
    }

    /// The note value without dots and tuplets.
    public let base: Base
    /// Whether the note has a dot, which makes it half as long again.
    public let isDotted: Bool
    /// Whether the note belongs to a triplet: three in the time of two.
    public let isTriplet: Bool

    /// Nil if the length is not a whole number of ticks, such as that of a dotted sixteenth.
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
