import ParlandoCore
import ParlandoSignal

/// Brings what the microphone heard together with what the loudspeaker was given, on the time line of the microphone.
///
/// Sound from before the lines of both streams stand firm is left out. Sound that the device lost counts as silence, so
/// that frames can be counted through.
struct AlignedSound {
    /// A run of both, of equal length.
    struct Piece {
        let samples: [Float]
        let reference: [Float]
    }

    /// Frames of lost sound that are made up for by silence: more than the devices lose before they count as lost.
    private static let longestGap = 1 << 20

    /// Lines of each stream before hearing begins: two thirds of a second. What a sound server reports of its delay
    /// before is tens of milliseconds off.
    private static let linesToBegin = 3

    /// Frame of the capture stream that hearing began at, nil: it has not begun.
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

    /// The frame of the playback stream that was due when hearing had come so many frames from its beginning.
    func due(afterFrames frames: Double) -> Double? {
        begin.flatMap { reference.due(at: Double($0) + frames) }
    }

    /// Seconds by which the reference runs ahead of where the lines put it now; nil: hearing has not begun.
    var lead: Double? {
        guard let playback, let capture else {
            return nil
        }
        return reference.lead(capture: capture, playback: playback)
    }

    /// Lays the reference by the lines as they are now.
    func anchorAnew() {
        reference.anchorAnew()
    }

    /// What has become ready by that event, in order.
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
