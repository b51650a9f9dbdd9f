import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// What rises where a click was taken out of the sound.
@Suite struct OnsetDetectorTests {
    /// Part of a note is believed to be what is left of the click. When the click dies away it is heard again as it was.
    @Test(arguments: [110.0, 330, 500])
    func whatAClickCoveredDoesNotRiseWhenItDiesAway(frequency: Double) throws {
        let detector = try #require(
            OnsetDetector(instrument: StrokeLoudness.anyInstrument, isLearned: false))
        let rate = MadePerformance.rate
        let note = ToneMaker.tone(frequency: frequency, seconds: 0.6, amplitude: 0.3, rate: rate)
        let click = MadePerformance.clicks(at: [14_400], seconds: 0.6)
        let (sound, echo) = (SoundHistory(frames: 32_768), SoundHistory(frames: 32_768))
        var rises: [Float] = []
        for end in stride(from: HearingSettings.hop, through: note.count, by: HearingSettings.hop) {
            for frame in end - HearingSettings.hop..<end {
                sound.append(note[frame])
                echo.append(click[frame])
            }
            _ = detector.look(at: sound, echo: echo, end: end)
            if end > 4800 {
                rises.append(detector.lastRise)
            }
        }
        #expect((rises.max() ?? 1) < 0.015)
    }
}
