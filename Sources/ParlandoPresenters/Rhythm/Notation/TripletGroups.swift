import ParlandoCore

/// Brackets over what is played three in the time of two.
enum TripletGroups {
    /// Lengths in ticks at which a group is complete: half a beat, a beat, two beats.
    private static let complete: Set<Int> = [6, 12, 24]

    /// - Parameter tick: of the first element, counted from the beginning of the bar.
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
