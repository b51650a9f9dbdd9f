import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoSignal
import ParlandoTestSupport
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
    ///   - room: where it is played.
    ///   - latency: as calibrated.
    ///   - clickVolume: 0: the trainer hears no click, and has nothing but the calibration to go by.
    func play(
        _ transport: TransportOptions, in room: RoomWithPlayer = RoomWithPlayer(), latency: Double? = nil,
        clickVolume: Double = 0.8
    ) async throws -> SpyRhythmDelegate {
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
    static func calibrate(
        _ options: TransportOptions, in room: RoomWithPlayer = RoomWithPlayer()
    ) async -> SpyRhythmDelegate {
        let spy = SpyRhythmDelegate()
        let service = RhythmService(transport: room, clock: AudioHostClock())
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
