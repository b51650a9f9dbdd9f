import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoSignal
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoALSA

/// A performance in front of the trainer, which knows nothing of the player: quarters, each of them late by so much.
@MainActor struct LivePerformance {
    static let tempo = Tempo(clamping: 100)

    /// Seconds late for each note; nil: it is left out. Nothing in the first bar: the strokes are placed during it.
    let lateness: [Double?]

    /// Plays it to a trainer with these devices.
    ///
    /// - Parameters:
    ///   - latency: as calibrated.
    ///   - clickVolume: 0: the trainer hears no click, and has nothing but the calibration to go by.
    func play(
        _ transport: TransportOptions, latency: Double? = nil, clickVolume: Double = 0.8
    ) async throws -> SpyRhythmDelegate {
        let room = RoomWithPlayer()
        let spy = SpyRhythmDelegate()
        let service = RhythmService(transport: room, clock: AudioHostClock())
        service.delegate = spy
        await service.start(
            RhythmOptions(
                exercise: exercise, tempo: Self.tempo, input: .microphone, clickVolume: clickVolume, guideVolume: 0,
                transport: transport, latency: latency))
        await spy.wait { !$0.clocks.isEmpty || $0.phases.last == .idle }
        let clock = try #require(spy.clocks.last)
        for (note, late) in lateness.enumerated() {
            if let late {
                let tick = note * NoteValue.ticksPerBeat + Meter.fourFour.ticksPerBar - clock.startTick
                let frame = clock.firstClick + clock.tempo.frame(ofTick: tick, rate: clock.rate)
                room.strokes.add(frame + Int(late * Double(clock.rate)))
            }
        }
        await spy.wait(for: .idle)
        return spy
    }

    /// What the trainer said of each note in the end.
    func verdicts(_ spy: SpyRhythmDelegate) -> [Verdict?] {
        let final = Dictionary(spy.verdicts.compactMap { verdict in verdict.note.map { ($0, verdict) } }) { $1 }
        return lateness.indices.map { final[$0] }
    }

    /// Seconds by which each stroke was judged later than it was.
    func errors(_ spy: SpyRhythmDelegate) -> [Double] {
        zip(lateness, verdicts(spy)).compactMap { late, verdict in
            late.flatMap { late in verdict?.deviation.map { $0 - late } }
        }
    }

    /// Calibrates by loopback.
    static func calibrate(_ options: TransportOptions) async -> SpyRhythmDelegate {
        let spy = SpyRhythmDelegate()
        let service = RhythmService(transport: ALSATransport(), clock: AudioHostClock())
        service.delegate = spy
        await service.calibrate(options)
        await spy.wait { !$0.calibrations.isEmpty || !$0.failures.isEmpty }
        await spy.wait(for: .idle)
        return spy
    }

    private var exercise: Exercise? {
        NoteValue(.quarter).map { value in
            Exercise(
                .sequence([Pattern(id: "quarter", difficulty: 1, elements: [Pattern.Element(value)])]),
                bars: lateness.count / Meter.fourFour.beats)
        }
    }
}

/// The monotonic clock of the audio threads.
struct AudioHostClock: MonotonicClock {
    var now: HostTime {
        HostTime(nanoseconds: AudioClock.nanoseconds())
    }
}

/// A loudspeaker in front of which somebody plays: what is heard is what the trainer plays and the strokes.
struct RoomWithPlayer: AudioTransport {
    let strokes = Strokes()
    private let transport = ALSATransport()

    func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        try await transport.open(options, playing: Maker(voices: voices, strokes: strokes))
    }

    func close() {
        transport.close()
    }

    private struct Maker: AudioVoiceMaking {
        let voices: any AudioVoiceMaking
        let strokes: Strokes

        func voice(rate: Int) -> any AudioVoice {
            Duet(voice: voices.voice(rate: rate), strokes: strokes)
        }
    }

    private struct Duet: AudioVoice {
        let voice: any AudioVoice
        let strokes: Strokes

        func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
            voice.render(into: target, at: frame)
            strokes.mix(into: target, at: frame)
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
