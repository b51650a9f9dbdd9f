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
        let calibration = try #require(try measure { second in second < 1.5 ? error : 0 })
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
        #expect(calibration.spread < 0.0005)
    }

    @Test func aLineThatStraysForAMomentChangesNothing() throws {
        let calibration = try #require(try measure { second in (3..<4).contains(second) ? 0.04 : 0 })
        #expect(abs(calibration.median - Double(Self.delay) / Double(Self.rate)) < 0.0005)
    }

    /// - Parameter error: of the loudspeaker's line so many seconds after the beginning.
    private func measure(error: (Double) -> Double) throws -> LatencyCalibration? {
        let metronome = MetronomeVoice(rate: Self.rate, clickVolume: 0.9, guideVolume: 0)
        let sound = PlayedSound(metronome, rate: Self.rate)
        metronome.begin(MetronomeRun(firstClick: 62_400, tempo: Tempo(clamping: 100), clicks: LatencyEar.clicks))
        var ear = try #require(LatencyEar(sound: sound, playbackRate: Self.rate, captureRate: Self.rate))
        var played: [Float] = []
        for frame in stride(from: 0, to: 10 * Self.rate, by: 480) {
            var block = [Float](repeating: 0, count: 480)
            block.withUnsafeMutableBufferPointer { sound.render(into: $0, at: frame) }
            played += block
            let heard = (frame - 9600..<frame - 9120).map { index -> Float in
                let place = index - Self.delay
                return place >= 0 ? 0.3 * played[place] : 0
            }
            for event in events(at: frame, error: error) + [.block(CapturedBlock(samples: heard, frame: frame))] {
                for case .measured(let calibration) in ear.hear(event) {
                    return calibration
                }
            }
        }
        return nil
    }

    /// A new line of each stream every fifth of a second; the loudspeaker plays 9600 frames ahead.
    private func events(at frame: Int, error: (Double) -> Double) -> [TransportEvent] {
        guard frame.isMultiple(of: 9600) else {
            return []
        }
        let second = Double(frame) / Double(Self.rate)
        let now = HostTime(nanoseconds: 1_000_000_000).advanced(by: second)
        return [
            .playback(
                TimeMap(
                    anchorFrame: Double(frame - 9600), anchorTime: now.advanced(by: error(second)),
                    rate: Double(Self.rate))),
            .capture(TimeMap(anchorFrame: Double(frame), anchorTime: now, rate: Double(Self.rate))),
        ]
    }
}
