import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoSignal
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoALSA

/// The whole trainer, live: it plays its clicks into a loudspeaker whose microphone it listens to, and a player, of whom
/// it knows nothing, makes strokes in the same room.
@MainActor @Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(2)))
struct LivePerformanceTests {
    private static let tempo = Tempo(clamping: 100)
    /// Seconds late for each note; nil: it is left out. Nothing in the first bar: the strokes are placed during it.
    private static let performance: [Double?] = [nil, nil, nil, nil, 0, 0.150, -0.130, nil, 0.250, 0, 0.020, -0.020]

    @Test func aPerformanceInTheRoomOfTheClicksGetsTheVerdictsItDeserves() async throws {
        let spy = try await undisturbed { try await perform() }
        #expect(spy.failures.isEmpty)
        let final = Dictionary(spy.verdicts.compactMap { verdict in verdict.note.map { ($0, verdict) } }) { $1 }
        let grades = (0..<Self.performance.count).map { final[$0]?.grade }
        #expect(grades.prefix(4).allSatisfy { $0 == .missed })
        #expect(grades.dropFirst(4) == [.perfect, .good, .good, .missed, .inaccurate, .perfect, .perfect, .perfect])
        let errors = Self.performance.enumerated().compactMap { note, late in
            late.flatMap { late in final[note]?.deviation.map { $0 - late } }
        }.sorted()
        #expect(errors.count == 7 && errors.allSatisfy { abs($0) < 0.002 })
        #expect(spy.results.first?.count(.stray) == 0)
    }

    @Test func aCalibrationFindsTheSameWayForEveryClick() async throws {
        let spy = try await undisturbed { try await calibrate() }
        let calibration = try #require(spy.calibrations.first)
        #expect(calibration.spread <= 0.001)
    }

    /// What came of it when the machine dropped no sound: only then is it known what was played.
    private func undisturbed(_ act: () async throws -> SpyRhythmDelegate) async throws -> SpyRhythmDelegate {
        var spy = try await act()
        for _ in 0..<3 where !spy.warnings.isEmpty || !spy.failures.isEmpty {
            spy = try await act()
        }
        return spy
    }

    private func perform() async throws -> SpyRhythmDelegate {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        let room = RoomWithPlayer()
        let spy = SpyRhythmDelegate()
        let service = RhythmService(transport: room, clock: AudioHostClock())
        service.delegate = spy
        await service.start(
            RhythmOptions(
                exercise: Self.exercise, tempo: Self.tempo, input: .microphone, guideVolume: 0,
                transport: TransportOptions(output: "pulse:\(sink.name)", input: sink.microphone)))
        await spy.wait { !$0.clocks.isEmpty || $0.phases.last == .idle }
        let clock = try #require(spy.clocks.last)
        for (note, late) in Self.performance.enumerated() {
            if let late {
                let tick = note * NoteValue.ticksPerBeat + Exercise.ticksPerBar - clock.startTick
                let frame = clock.firstClick + clock.tempo.frame(ofTick: tick, rate: clock.rate)
                room.strokes.add(frame + Int(late * Double(clock.rate)))
            }
        }
        await spy.wait(for: .idle)
        _ = try await keeper.finish()
        try await sink.unplug()
        return spy
    }

    private func calibrate() async throws -> SpyRhythmDelegate {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        let spy = SpyRhythmDelegate()
        let service = RhythmService(transport: ALSATransport(), clock: AudioHostClock())
        service.delegate = spy
        await service.calibrate(
            TransportOptions(output: "pulse:\(sink.name)", listens: true, input: sink.microphone))
        await spy.wait { !$0.calibrations.isEmpty || !$0.failures.isEmpty }
        await spy.wait(for: .idle)
        _ = try await keeper.finish()
        try await sink.unplug()
        return spy
    }

    private static var exercise: Exercise? {
        NoteValue(.quarter).map { value in
            Exercise(
                .sequence([Pattern(id: "quarter", difficulty: 1, elements: [Pattern.Element(value)])]), bars: 3)
        }
    }
}

/// The monotonic clock of the audio threads.
private struct AudioHostClock: MonotonicClock {
    var now: HostTime {
        HostTime(nanoseconds: AudioClock.nanoseconds())
    }
}

/// A loudspeaker in front of which somebody plays: what is heard is what the trainer plays and the strokes.
private struct RoomWithPlayer: AudioTransport {
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
private final class Strokes: Sendable {
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
