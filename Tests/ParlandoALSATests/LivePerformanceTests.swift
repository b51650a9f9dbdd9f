import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoALSA

/// The whole trainer, live: it plays its clicks into a loudspeaker whose microphone it listens to, and a player, of whom
/// it knows nothing, makes strokes in the same room. Side by side, since each takes as long as it is played: each test has
/// a sound server's sink or a room of its own.
@MainActor @Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .timeLimit(.minutes(5)))
struct LivePerformanceTests {
    private let performance = LivePerformance(
        lateness: [nil, nil, nil, nil, 0, 0.150, -0.130, nil, 0.250, 0, 0.020, -0.020])

    /// On a real sound server.
    @Test func aPerformanceInTheRoomOfTheClicksGetsTheVerdictsItDeserves() async throws {
        let spy = try await undisturbed { try await performance.play($0, in: $1) }
        expectVerdicts(spy)
    }

    /// The clicks are audible, and nobody has calibrated.
    @Test(arguments: [(1, 23_000), (2, 150_000)])
    func clicksThatAreHeardLateAreNoStrokes(room: Int, microseconds: Int) async throws {
        let devices = TransportOptions(
            output: "faulty:air-0+room-\(room)", listens: true, input: "faulty:air-\(microseconds)+room-\(room)")
        expectVerdicts(try await performance.play(devices))
    }

    @Test func aCalibrationFindsTheSameWayForEveryBurst() async throws {
        let spy = try await undisturbed { await LivePerformance.calibrate($0, in: $1) }
        let calibration = try #require(spy.calibrations.first)
        #expect(calibration.spread <= 0.001)
        #expect(calibration.signalToNoise.map { $0 > 60 } == true)
    }

    /// On a device that plays and hears to the sample, however busy the machine is.
    @Test(arguments: ["+room-3", "+room-4+rate-44100+channels-1+period-4096"])
    func aPerformanceIsJudgedByACalibration(kind: String) async throws {
        let devices = TransportOptions(
            output: "faulty:air-0\(kind)", listens: true, input: "faulty:air-23000\(kind)")
        let calibration = try #require(await LivePerformance.calibrate(devices).calibrations.first)
        #expect(abs(calibration.median - 0.023) < 0.0001)
        #expect(calibration.spread <= 0.0001)
        // The clicks are mute: nothing but the calibration tells what the way takes.
        let spy = try await performance.play(devices, latency: calibration.median, clickVolume: 0)
        expectVerdicts(spy)
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

    /// What came of it on a sound server when everything that was played was heard, and in one piece: a busy machine
    /// loses some of it, and not even the server knows. A calibration that refuses what such a server reports is tried
    /// again, as a user would.
    private func undisturbed(
        _ act: (TransportOptions, RoomWithPlayer) async throws -> SpyRhythmDelegate
    ) async throws -> SpyRhythmDelegate {
        for _ in 1...5 {
            let room = RoomWithPlayer()
            let spy = try await serve { try await act($0, room) }
            if room.tape.isWhole, spy.failures.isEmpty {
                return spy
            }
        }
        throw SoundIsLost()
    }

    private struct SoundIsLost: Error {}

    private func serve(_ act: (TransportOptions) async throws -> SpyRhythmDelegate) async throws -> SpyRhythmDelegate {
        let sink = try await VirtualSink()
        let keeper = try await MonitorRecording(of: sink.name)
        let spy = try await act(
            TransportOptions(output: "pulse:\(sink.name)", listens: true, input: sink.microphone))
        _ = try await keeper.finish()
        try await sink.unplug()
        return spy
    }
}
