import ParlandoCore

extension Exercise {
    /// Whether there is nothing to play.
    var isEmpty: Bool {
        switch content {
        case .sequence(let patterns), .random(let patterns, _): patterns.isEmpty
        }
    }
}
