import ParlandoCore

/// Finds complete triplets in a pattern and places a bracket over each of them.
enum TripletGroups {
    /// Possible durations of a complete triplet, in ticks (twelfths of a quarter note): half a quarter note, one, or
    /// two.
    private static let complete: Set<Int> = [6, 12, 24]

    /// Returns the brackets over the triplets in a sequence of notes and rests.
    ///
    /// - Parameter tick: position of the first note or rest from the beginning of the bar, in twelfths of a quarter
    ///   note.
    static func signs(_ elements: [Pattern.Element], from tick: Int, scale: NotationScale) -> [NotationLayout.Sign] {
        var result: [NotationLayout.Sign] = []
        var start: Int?
        var now = tick
        for element in elements {
            guard element.value.isTriplet else {
                start = nil
                now += element.value.ticks
                continue
            }
            let first = start ?? now
            start = first
            if complete.contains(now + element.value.ticks - first) {
                let left = scale.x(ofTick: first) - NotationLayout.headRadius
                let right = scale.x(ofTick: now) + NotationLayout.headRadius
                result.append(.triplet(from: left, to: right))
                start = nil
            }
            now += element.value.ticks
        }
        return result
    }
}
