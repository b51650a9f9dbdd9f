import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoSignal
import ParlandoTestSupport
import Synchronization
import Testing

@testable import ParlandoALSA

/// The whole trainer: a player, of whom it knows nothing, makes strokes beside the loudspeaker. Each test has a sink or
/// a room of its own, so they run side by side.
@MainActor @Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .timeLimit(.minutes(5)))
struct LivePerformanceTests {
    private let performance = LivePerformance(
        lateness: [nil, nil, nil, nil, 0, 0.150, -0.130, nil, 0.250, 0, 0.020, -0.020])

    /// Nobody has calibrated.
    @Test(.inRealTime, arguments: [(1, 23_000), (2, 150_000)])
    func clicksThatAreHeardLateAreNoStrokes(room: Int, microseconds: Int) async throws {
        let devices = TransportOptions(
            output: "faulty:air-0+room-\(room)", listens: true, input: "faulty:air-\(microseconds)+room-\(room)")
        expectVerdicts(try await played(devices))
    }

    /// On a real sound server. A busy one loses sound and tells nobody, so a round counts only if everything was heard.
    /// A refused calibration is tried again, as a user would.
    @Test func aCalibrationFindsTheSameWayForEveryBurst() async throws {
        for _ in 1...5 {
            let (sink, room) = (try await VirtualSink(), RoomWithPlayer())
            let keeper = try await MonitorRecording(of: sink.name)
            let devices = TransportOptions(output: "pulse:\(sink.name)", listens: true, input: sink.microphone)
            let calibrations = await LivePerformance.calibrate(devices, in: room).calibrations
            _ = try await keeper.finish()
            try await sink.unplug()
            if room.tape.isWhole, let calibration = calibrations.first {
                #expect(calibration.spread <= 0.001)
                #expect(calibration.signalToNoise.map { $0 > 60 } == true)
                return
            }
        }
        throw SoundIsLost()
    }

    @Test(.inRealTime, arguments: ["+room-3", "+room-4+rate-44100+channels-1+period-4096"])
    func aPerformanceIsJudgedByACalibration(kind: String) async throws {
        let devices = TransportOptions(
            output: "faulty:air-0\(kind)", listens: true, input: "faulty:air-23000\(kind)")
        let calibration = try #require(await LivePerformance.calibrate(devices).calibrations.first)
        #expect(abs(calibration.median - 0.023) < 0.0001)
        #expect(calibration.spread <= 0.0001)
        // Nothing but the calibration tells what the way takes.
        expectVerdicts(try await played(devices, latency: calibration.median, clickVolume: 0))
    }

    /// Delays that are no whole frames, different rates on both sides, and clocks that differ.
    @Test(arguments: [
        (1234, "+room-5", "+room-5"), (77_777, "+room-6+rate-44100", "+room-6"),
        (199_990, "+room-7", "+room-7+rate-44100"), (23_457, "+room-8+skew-60", "+room-8+skew--60"),
        (45_678, "+room-9", "+room-9+rate-44100+skew-100"),
    ])
    func aLatencyIsMeasuredToATenthOfAMillisecond(microseconds: Int, speaker: String, microphone: String) async throws {
        let devices = TransportOptions(
            output: "faulty:air-0\(speaker)", listens: true, input: "faulty:air-\(microseconds)\(microphone)")
        let calibration = try #require(await LivePerformance.calibrate(devices).calibrations.first)
        #expect(abs(calibration.median - Double(microseconds) / 1_000_000) < 0.0001)
    }

    private func expectVerdicts(_ spy: SpyRhythmDelegate) {
        #expect(spy.failures.isEmpty)
        let grades = performance.verdicts(spy).map { $0?.grade }
        #expect(grades.prefix(4).allSatisfy { $0 == .missed })
        #expect(grades.dropFirst(4) == [.perfect, .good, .good, .missed, .inaccurate, .perfect, .perfect, .perfect])
        let errors = performance.errors(spy).sorted()
        #expect(errors.count == 7 && errors.allSatisfy { abs($0) < 0.002 })
        #expect(spy.results.first?.count(.stray) == 0)
    }

    /// A machine that stood still for a moment has lost sound, and a round counts only without that.
    private func played(
        _ devices: TransportOptions, latency: Double? = nil, clickVolume: Double = 0.8
    ) async throws -> SpyRhythmDelegate {
        for _ in 1...3 {
            let spy = try await performance.play(devices, latency: latency, clickVolume: clickVolume)
            let hasLostSound = spy.warnings.contains { if case .dropouts = $0 { true } else { false } }
            if !hasLostSound {
                return spy
            }
        }
        throw SoundIsLost()
    }

    private struct SoundIsLost: Error {}
}

/// Quarters, each of them late by so much.
@MainActor struct LivePerformance {
    static let tempo = Tempo(clamping: 100)

    /// Seconds late for each note; nil leaves it out, as in the first bar, in which the strokes are placed.
    let lateness: [Double?]

    /// - Parameters:
    ///   - latency: as calibrated.
    ///   - clickVolume: with 0 the trainer has nothing but the calibration to go by.
    func play(
        _ transport: TransportOptions, latency: Double? = nil, clickVolume: Double = 0.8
    ) async throws -> SpyRhythmDelegate {
        let (spy, room) = (SpyRhythmDelegate(), RoomWithPlayer())
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
                let tick = note * NoteValue.ticksPerQuarter + Meter.fourFour.ticksPerBar - clock.startTick
                let frame = clock.firstClick + clock.course.frame(ofTick: Double(tick), rate: clock.rate)
                room.strokes.add(frame + Int(late * Double(clock.rate)))
            }
        }
        await spy.wait(for: .idle)
        return spy
    }

    /// For each note in the end.
    func verdicts(_ spy: SpyRhythmDelegate) -> [Verdict?] {
        let final = Dictionary(spy.verdicts.compactMap { verdict in verdict.note.map { ($0, verdict) } }) { $1 }
        return lateness.indices.map { final[$0] }
    }

    /// Seconds by which each stroke was judged late.
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

struct AudioHostClock: MonotonicClock {
    var now: HostTime {
        HostTime(nanoseconds: AudioClock.nanoseconds())
    }
}

/// A loudspeaker in front of which somebody plays.
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

/// What was played and what was heard, sample by sample: a busy sound server drops or repeats some of it.
final class Tape: Sendable {
    private struct Sides {
        var played: [Float] = []
        var heard: [Float] = []
    }

    private let sides = Mutex(Sides())

    func play(_ samples: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        sides.withLock { sides in
            // A skipped frame stays silent, and is seen to be missing.
            sides.played += Array(repeating: 0, count: max(frame - sides.played.count, 0))
            sides.played += samples
        }
    }

    func hear(_ block: CapturedBlock) {
        sides.withLock { $0.heard += block.samples }
    }

    /// Whether what was played was heard in one piece, nearly to its end. Both streams must have the same rate.
    var isWhole: Bool {
        let (played, heard) = sides.withLock { ($0.played, $0.heard) }
        guard let source = played.firstIndex(where: Self.isLoud), let copy = heard.firstIndex(where: Self.isLoud) else {
            return false
        }
        let last = played.lastIndex(where: Self.isLoud) ?? source
        guard heard.count - copy > (last - source) * 9 / 10 else {
            return false
        }
        // One of the two may round the first loud sample to the other side of the threshold.
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

extension Trait where Self == ConditionTrait {
    fileprivate static var inRealTime: Self {
        .disabled(if: Sanitizer.isWatchingThreads, "Strokes are found more slowly than they are played")
    }
}
