import ParlandoCore

extension Exercise {
    /// Whether the exercise has no patterns to play.
    var isEmpty: Bool {
        switch content {
        case .sequence(let patterns), .random(let patterns, _): patterns.isEmpty
        }
    }
}
