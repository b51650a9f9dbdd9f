import ParlandoCore
import ParlandoSignal
import Testing

@testable import ParlandoServices

/// A loop from the loudspeaker to the microphone of which every frame is known, and a sound server that says of it what
/// a test wants.
@Suite struct LatencyEarTests {
    private static let rate = 48_000
    /// Frames from the loudspeaker to the microphone.
    private static let delay = 960

    /// - Parameter error: seconds that the first lines of the loudspeaker are wrong by.
    @Test(arguments: [0, 0.018, -0.018, 0.035, -0.065])
    func whatTheServerGotWrongAtFirstIsTakenOff(error: Double) throws {
        let calibration = try #require(try measure { second in second < 1.5 ? error : 0 }.calibration)
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
        #expect(calibration.spread < 0.0005)
    }

    /// On a busy computer the delay that PulseAudio reports drifts for seconds, and nothing else tells: every click is
    /// as late as the others.
    @Test func aLineThatMovesIsWaitedFor() throws {
        let result = try measure { second in second < 9 ? 0.03 * (9 - second) : 0 }
        let calibration = try #require(result.calibration)
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
        #expect(result.second > 12)
    }

    @Test(arguments: [0.45, -0.45, -0.9])
    func aReferenceThatIsOffByMostOfABeatIsSeenThrough(error: Double) throws {
        let calibration = try #require(try measure { second in second < 1.1 ? error : 0 }.calibration)
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
    }

    @Test(arguments: [0.002, -0.0005, 0.00019])
    func aLineThatKeepsMovingIsRefused(pace: Double) throws {
        let result = try measure { second in pace * second }
        #expect(result.failure == .unsteady)
        #expect(result.second < 31)
    }

    @Test func aLineOfWhichNothingIsToldIsRefused() throws {
        let result = try measure(linesUntil: 3) { _ in 0 }
        #expect(result.failure == .unsteady)
    }

    /// Without any line it is unknown which of the clicks were played.
    @Test func missedClicksAreNotCalledUnsteady() throws {
        let result = try measure(linesUntil: 0) { _ in 0 }
        #expect(result.failure == .tooFewClicks)
        #expect(result.second < 13)
    }

    @Test func aLineThatStraysForAMomentChangesNothing() throws {
        let calibration = try #require(try measure { second in (3..<4).contains(second) ? 0.04 : 0 }.calibration)
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
    }

    private struct Result {
        var calibration: LatencyCalibration?
        var failure: RhythmFailure?
        /// When it was told.
        var second = 0.0
    }

    /// - Parameters:
    ///   - last: second after which no line is told.
    ///   - error: of the loudspeaker's line so many seconds after the beginning.
    private func measure(linesUntil last: Double = .infinity, error: (Double) -> Double) throws -> Result {
        let metronome = MetronomeVoice(rate: Self.rate, clickVolume: 0.9, guideVolume: 0)
        let sound = PlayedSound(metronome, rate: Self.rate)
        metronome.begin(MetronomeRun(firstClick: 62_400, tempo: Tempo(clamping: 100), clicks: LatencyEar.clicks))
        var ear = try #require(LatencyEar(sound: sound, playbackRate: Self.rate, captureRate: Self.rate))
        var clocks = Clocks()
        var played: [Float] = []
        for frame in stride(from: 0, to: 40 * Self.rate, by: 480) {
            var block = [Float](repeating: 0, count: 480)
            block.withUnsafeMutableBufferPointer { sound.render(into: $0, at: frame) }
            played += block
            let heard = (frame - 9600..<frame - 9120).map { index -> Float in
                let place = index - Self.delay
                return place >= 0 ? 0.3 * played[place] : 0
            }
            let second = Double(frame) / Double(Self.rate)
            let lines = second < last ? clocks.events(at: frame, error: error(second)) : []
            for event in lines + [.block(CapturedBlock(samples: heard, frame: frame))] {
                for news in ear.hear(event) {
                    switch news {
                    case .measured(let calibration): return Result(calibration: calibration, second: second)
                    case .failed(let failure): return Result(failure: failure, second: second)
                    default: break
                    }
                }
            }
        }
        return Result()
    }

    /// What the clocks of both streams tell of the reports of each hundredth of a second; the loudspeaker plays 9600
    /// frames ahead.
    private struct Clocks {
        private var playback = StreamClock(nominalRate: LatencyEarTests.rate)
        private var capture = StreamClock(nominalRate: LatencyEarTests.rate)

        mutating func events(at frame: Int, error: Double) -> [TransportEvent] {
            let now = HostTime(nanoseconds: 1_000_000_000).advanced(by: Double(frame) / Double(LatencyEarTests.rate))
            playback.take(frame: Double(frame - 9600) - error * Double(LatencyEarTests.rate), at: now)
            capture.take(frame: Double(frame), at: now)
            return (playback.nextMap().map { [.playback($0)] } ?? []) + (capture.nextMap().map { [.capture($0)] } ?? [])
        }
    }
}
