/// Tells how far the reference signal (the played sound) has moved relative to the microphone signal because its pace
/// was changed. Free of side effects.
///
/// The reference follows the measured rates of both streams, which a sound server on a busy computer may report wrong
/// by more than 100 ppm for some seconds. The echo does not follow them. As each change of pace is known, its effect on
/// the delay of the echo is calculated instead of measured.
struct ReferenceStretch {
    /// Number of changes that are remembered. The pace changes at most ten times a second, and delays are requested for
    /// a few seconds at most.
    private static let remembered = 64

    private struct Change {
        let frame: Int
        let frames: Double
        let pace: Double
    }

    private var changes = [Change(frame: 0, frames: 0, pace: 1)]

    /// Notes the pace of the reference from a frame on. Frames must not decrease.
    ///
    /// - Parameter pace: played frames per captured frame, relative to the ratio of the nominal rates.
    mutating func note(pace: Double, from frame: Int) {
        guard changes.last?.pace != pace else {
            return
        }
        changes.append(Change(frame: frame, frames: frames(at: frame), pace: pace))
        changes.removeFirst(max(0, changes.count - Self.remembered))
    }

    /// Returns by how many frames an echo is later, relative to the reference, than it would be with the nominal pace.
    func frames(at frame: Int) -> Double {
        // A faster reference is ahead: its sound is due earlier.
        guard let change = changes.last(where: { $0.frame <= frame }) ?? changes.first else {
            return 0
        }
        return change.frames + (change.pace - 1) * Double(frame - change.frame)
    }
}
