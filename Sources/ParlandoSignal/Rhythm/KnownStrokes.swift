/// Strokes whose beginnings are known, which decide in place of the model while its training material is made. So the
/// material does not depend on the model that is to be replaced.
struct KnownStrokes {
    /// Maximum number of frames by which a candidate may precede its stroke: 10 ms. Sound that begins earlier is
    /// another sound, such as a finger on a string.
    private static let early = 480.0
    /// Maximum number of frames by which a candidate may follow its stroke: 25 ms.
    private static let late = 1200.0

    /// Beginnings of the strokes that are still to come, the next one last.
    private var frames: [Double]

    /// - Parameter frames: beginnings of the strokes in frames, in any order.
    init(_ frames: [Double]) {
        self.frames = frames.sorted(by: >)
    }

    /// Returns whether a candidate at a frame is a stroke. Each stroke is found once.
    mutating func take(at frame: Double) -> Bool {
        while let next = frames.last, next < frame - Self.late {
            frames.removeLast()
        }
        guard let next = frames.last, next <= frame + Self.early else {
            return false
        }
        frames.removeLast()
        return true
    }
}
