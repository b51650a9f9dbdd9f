import Foundation
import ParlandoCore
import Synchronization

@testable import ParlandoALSA

/// A loudspeaker in front of which somebody plays: what is heard is what the trainer plays and the strokes.
struct RoomWithPlayer: AudioTransport {
    let strokes = Strokes()
    let tape = Tape()
    private let transport = ALSATransport()

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        let events = try await transport.open(options, playing: Maker(voices: voices, strokes: strokes, tape: tape))
        let (copy, door) = AsyncStream.makeStream(of: TransportEvent.self)
        Task {
            for await event in events {
                if case .block(let block) = event {
                    tape.hear(block)
                }
                door.yield(event)
            }
            door.finish()
        }
        return copy
    }

    func close() {
        transport.close()
    }

    private struct Maker: AudioVoiceMaking {
        let voices: any AudioVoiceMaking
        let strokes: Strokes
        let tape: Tape

        func voice(rate: Int) -> any AudioVoice {
            Duet(voice: voices.voice(rate: rate), strokes: strokes, tape: tape)
        }
    }

    private struct Duet: AudioVoice {
        let voice: any AudioVoice
        let strokes: Strokes
        let tape: Tape

        func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
            voice.render(into: target, at: frame)
            strokes.mix(into: target, at: frame)
            tape.play(target, at: frame)
        }
    }
}

/// Short bursts of noise, as of claps, at frames it is told.
final class Strokes: Sendable {
    private static let burst: [Float] = {
        var state: UInt32 = 7
        return (0..<3000).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            return (Float(state >> 8) / Float(1 << 23) - 1) * 0.5 * exp(-Float(index) / 500)
        }
    }()

    private let frames = Mutex<[Int]>([])

    func add(_ frame: Int) {
        frames.withLock { $0.append(frame) }
    }

    func mix(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        for start in frames.withLock({ $0 }) {
            let first = max(start - frame, 0)
            let last = min(start - frame + Self.burst.count, target.count)
            for index in stride(from: first, to: last, by: 1) {
                target[index] += Self.burst[frame + index - start]
            }
        }
    }
}

/// What was played into a room and what was heard of it, sample by sample: a sound server on a busy machine drops some
/// of it, or repeats it, and tells nobody.
final class Tape: Sendable {
    private struct Sides {
        var played: [Float] = []
        var heard: [Float] = []
    }

    private let sides = Mutex(Sides())

    func play(_ samples: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        sides.withLock { sides in
            // A frame that was skipped stays silent, and is seen to be missing in what is heard.
            sides.played += Array(repeating: 0, count: max(frame - sides.played.count, 0))
            sides.played += samples
        }
    }

    func hear(_ block: CapturedBlock) {
        sides.withLock { $0.heard += block.samples }
    }

    /// Whether everything that was heard is what was played, in one piece, nearly to its end. Both streams must have the same rate.
    var isWhole: Bool {
        let (played, heard) = sides.withLock { ($0.played, $0.heard) }
        guard let source = played.firstIndex(where: Self.isLoud), let copy = heard.firstIndex(where: Self.isLoud) else {
            return false
        }
        let last = played.lastIndex(where: Self.isLoud) ?? source
        guard heard.count - copy > (last - source) * 9 / 10 else {
            return false
        }
        // The first loud sample may be rounded to either side of the threshold by one of the two.
        return (-2...2).contains { shift in
            zip(played.dropFirst(source + 2), heard.dropFirst(copy + 2 + shift)).allSatisfy { played, heard in
                abs(min(max(played, -1), 1) - heard) < 0.01
            }
        }
    }

    private static func isLoud(_ sample: Float) -> Bool {
        abs(sample) > 0.02
    }
}
