import ParlandoCore

/// Finds the brackets over triplets.
enum TripletGroups {
    /// Durations of a complete group in ticks: half a beat, a beat, two beats.
    private static let complete: Set<Int> = [6, 12, 24]

    /// - Parameter tick: position of the first element, from the beginning of the bar.
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
