/// A rhythm that a user has written or imported, as text: the length of each note in ticks, with `r` before a rest, and
/// `t` or `q` before what belongs to a triplet or quintuplet, such as `120 r60 60 t40 t40 rt40`.
extension Pattern {
    public static let ownID = "own"
    /// Further ones are not read.
    public static let mostElements = 4096
    /// In ticks: more than a hundred bars.
    fileprivate static let longestElement = 60_000

    /// Nil unless there is a note, and all can be read.
    public init?(text: String) {
        let elements = text.split(separator: " ").prefix(Self.mostElements).map(Element.init)
        let known = elements.compactMap { $0 }
        guard known.count == elements.count, known.contains(where: { !$0.isRest }) else {
            return nil
        }
        self.init(id: Self.ownID, beat: .any, elements: known)
    }

    public var text: String {
        elements.map(\.text).joined(separator: " ")
    }
}

extension Pattern.Element {
    fileprivate init?(_ text: Substring) {
        var rest = text
        let isRest = rest.first == "r"
        rest = isRest ? rest.dropFirst() : rest
        let tuplet: NoteValue.Tuplet? = rest.first == "t" ? .triplet : rest.first == "q" ? .quintuplet : nil
        rest = tuplet == nil ? rest : rest.dropFirst()
        guard let ticks = Int(rest), (1...Pattern.longestElement).contains(ticks) else {
            return nil
        }
        self.init(ticks: ticks, tuplet: tuplet, isRest: isRest)
    }

    fileprivate var text: String {
        (isRest ? "r" : "") + (tuplet == .triplet ? "t" : tuplet == .quintuplet ? "q" : "") + "\(ticks)"
    }
}
