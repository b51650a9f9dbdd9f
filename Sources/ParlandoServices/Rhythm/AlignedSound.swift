import ParlandoCore
import ParlandoSignal

/// Aligns the captured sound with the reference signal (the sound that was played), on the timeline of the capture
/// stream.
///
/// Sound is left out until the clock fits of both streams can be trusted. Sound that the device lost is replaced by
/// silence, so that frame counts stay continuous.
struct AlignedSound {
    /// A stretch of captured sound and the reference signal for the same stretch, with equal lengths.
    struct Piece {
        let samples: [Float]
        let reference: [Float]
    }

    /// Maximum number of lost frames that are replaced by silence. A device that loses more is treated as lost before
    /// that.
    private static let longestGap = 1 << 20

    /// Clock fits that each stream must have reported before sound is used, which takes two thirds of a second. The
    /// delay that a sound server reports before that is wrong by tens of milliseconds.
    private static let linesToBegin = 3

    /// Frame of the capture stream at which the alignment begins, or nil if it has not begun.
    private var begin: Int?
    private var capture: TimeMap?

    private let sound: PlayedSound
    private let reference: LoudspeakerReference
    private var playback: TimeMap?
    private var lines = (playback: 0, capture: 0)
    private var playedEnd = 0
    private var waiting: [CapturedBlock] = []
    private var end = 0

    init(_ sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        self.sound = sound
        reference = LoudspeakerReference(playbackRate: playbackRate, captureRate: captureRate)
    }

    /// Returns the frame of the playback stream that was due this many captured frames after the alignment began.
    func due(afterFrames frames: Double) -> Double? {
        begin.flatMap { reference.due(at: Double($0) + frames) }
    }

    /// Seconds by which the reference is ahead of the position that the current clock fits give, or nil if the
    /// alignment has not begun.
    var lead: Double? {
        guard let playback, let capture else {
            return nil
        }
        return reference.lead(capture: capture, playback: playback)
    }

    /// Moves the reference to the position that the current clock fits give.
    func anchorAnew() {
        reference.anchorAnew()
    }

    /// Takes an event of the transport. Returns the pieces that it completed, in order.
    mutating func take(_ event: TransportEvent) -> [Piece] {
        switch event {
        case .playback(let map):
            playback = map
            lines.playback += 1
        case .capture(let map):
            capture = map
            lines.capture += 1
        case .block(let block): waiting.append(block)
        case .running, .xrun, .lost: break
        }
        playedEnd = sound.move(into: reference) ?? playedEnd
        guard let playback, let capture, min(lines.playback, lines.capture) >= Self.linesToBegin else {
            waiting.removeAll()
            return []
        }
        var pieces: [Piece] = []
        while let block = waiting.first {
            let needed = reference.neededEnd(
                frame: block.frame, count: block.samples.count, capture: capture, playback: playback)
            guard needed <= playedEnd else {
                break
            }
            waiting.removeFirst()
            pieces += piece(of: block, capture, playback)
        }
        return pieces
    }

    private mutating func piece(of block: CapturedBlock, _ capture: TimeMap, _ playback: TimeMap) -> [Piece] {
        let gap = begin == nil ? 0 : min(max(block.frame - end, 0), Self.longestGap)
        begin = begin ?? block.frame
        end = block.frame + block.samples.count
        let samples = [Float](repeating: 0, count: gap) + block.samples
        let played = reference.reference(
            frame: block.frame - gap, count: samples.count, capture: capture, playback: playback)
        return [Piece(samples: samples, reference: played)]
    }
}
